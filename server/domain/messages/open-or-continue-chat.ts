import type { Tx } from '../../database/client.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { Chat, Visitor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { nextNumber } from '../accounts/next-number.ts'
import { takeRatingAnswer } from '../automatic-messages/take-rating-answer.ts'
import { answeringBot } from '../channels/answering-bot.ts'
import type { ChannelEntry } from '../channels/channel-directory.ts'
import { endSnooze } from '../chats/end-snooze.ts'
import { enterChat } from '../chats/enter-chat.ts'
import { lockOpenChat } from '../chats/lock-open-chat.ts'
import { chatOpened, newChat } from '../chats/new-chat.ts'
import { findDepartment } from '../departments/lock-department.ts'
import { lockOperators } from '../operators/lock-operators.ts'
import { discardedMessageId } from '../visitors/discarded-message.ts'
import { goneVisitor, lockSurvivor } from '../visitors/lock-survivor.ts'
import { saveVisitor } from '../visitors/save-visitor.ts'
import { visitorKey } from '../visitors/visitor-profile.ts'
import { endVisitInvitation } from '../visits/invitations/end-visit-invitation.ts'
import { postMessage, postNotice } from './append-message.ts'
import { findEarlierAnswer, rememberAnswer } from './idempotency.ts'
import { visitorMessageRow } from './message-row.ts'
import type { Opening, VisitorMessage } from './visitor-message.ts'

/**
 * The slow path for a visitor's message, which covers every case: the visitor is created or updated, a chat is opened
 * when none is open, and the message is appended, in one transaction. Returns the message's id. Messages of a
 * blacklisted visitor are not stored at all, and one that answers a rating request only as the rating. Throws
 * `unauthenticated` when the visitor of a website was erased meanwhile.
 */
export function openOrContinueChat(
  services: Services,
  input: VisitorMessage,
  wanted?: Opening,
): Promise<string> {
  return transact(services, async (work) => {
    const earlier = await findEarlierAnswer(work.tx, input)
    if (earlier) return earlier
    const opening = wanted && (await lockOpening(work.tx, input.channel, wanted))
    const { channel, profile } = input
    const known = await lockSurvivor(work.tx, { channelId: channel.id, key: visitorKey(profile) })
    // Another visitor with this key would have what is written, and the page would never see an answer.
    if (!known && input.findOpening) throw goneVisitor()
    if (known && (known.blacklistedAt || (await takeRatingAnswer(work, input, known)))) {
      const id = discardedMessageId(services.env, channel.id)
      await rememberAnswer(work.tx, input, id)
      return id
    }
    const { visitor, changed, isInternal, renamed } = await saveVisitor(work, channel, profile, known)
    const chat =
      (await lockOpenChat(work.tx, visitor.id)) ?? (await openChat(work, visitor, { channel, opening }))
    if (changed) await recordVisitorChange(work, visitor, { chat, isInternal })
    if (renamed && visitor.name) {
      await postNotice(work, chat, { kind: 'VISITOR_RENAMED', text: visitor.name })
    }
    await endSnooze(work, chat, { type: 'VISITOR', id: visitor.id })
    const message = await postMessage(work, chat, visitorMessageRow(input.draft))
    await rememberAnswer(work.tx, input, message.id)
    return message.id
  })
}

/** Locks what a new chat will belong to, and leaves out whoever can no longer have it. */
async function lockOpening(
  tx: Tx,
  { id: channelId, accountId }: ChannelEntry,
  { departmentId, operatorId, ...rest }: Opening,
): Promise<Opening> {
  const operators = operatorId
    ? await lockOperators(tx, { accountId, ids: [operatorId], of: { channelId } })
    : []
  const operator = operators.find(({ isAssigned }) => isAssigned)
  const department = departmentId && (await findDepartment(tx, { accountId, id: departmentId }))
  return { ...rest, operatorId: operator?.id ?? null, departmentId: department ? department.id : null }
}

async function openChat(
  work: Work,
  visitor: Visitor,
  { channel, opening }: { channel: ChannelEntry; opening: Opening | undefined },
): Promise<Chat> {
  const number = await nextNumber(work.tx, channel.accountId, 'lastChatNumber')
  const chat = await work.tx.chat.create({
    data: { ...newChat(opened(channel, opening)), ...departmentOf(opening), number, visitorId: visitor.id },
  })
  const { accountId, channelId, id: chatId } = chat
  await work.record(chatOpened({ accountId, channelId, chatId }, visitor.id))
  if (opening?.invitationId) {
    const person = { accountId, channelId, visitorId: visitor.id }
    await endVisitInvitation(work, { visitor: person, id: opening.invitationId, state: 'ACCEPTED' })
  }
  return opening?.operatorId ? enterChat(work, { ...chat, members: [] }, opening.operatorId) : chat
}

/** A visitor who was invited by an operator gets an operator, not a bot. */
function opened(channel: ChannelEntry, opening?: Opening): ChannelEntry {
  return { ...channel, botId: opening?.invitationId ? null : answeringBot(channel) }
}

function departmentOf(opening?: Opening): Pick<Chat, 'departmentId'> | undefined {
  return opening?.departmentId ? { departmentId: opening.departmentId } : undefined
}

function recordVisitorChange(
  work: Work,
  visitor: Visitor,
  { chat, isInternal }: { chat: Chat; isInternal: boolean },
): Promise<void> {
  const { accountId, channelId, id } = visitor
  const actor = { type: 'VISITOR', id } as const
  const data = isInternal && { data: { isInternal } }
  return work.record({
    accountId,
    kind: 'VISITOR_UPDATED',
    actor,
    channelId,
    chatId: chat.id,
    subjectId: id,
    ...data,
  })
}
