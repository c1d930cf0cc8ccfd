import { retryConflict } from '../../database/retry-conflict.ts'
import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { Chat, Message, Visitor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { storableText } from '../../text/storable-text.ts'
import { nextNumber } from '../accounts/next-number.ts'
import { lockChannel } from '../channels/lock-channel.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { keyReused } from '../key-reused.ts'
import { findMailing } from '../mail/replies/find-mailing.ts'
import { postMessage, postNotice } from '../messages/append-message.ts'
import { type OperatorContent, operatorMessageRow, problemsOf } from '../messages/operator-message.ts'
import { isSameMessage } from '../messages/same-message.ts'
import { lockOperators } from '../operators/lock-operators.ts'
import { within } from '../viewer.ts'
import { lockSurvivor } from '../visitors/lock-survivor.ts'
import { unreachableReasons, whyUnreachable } from '../visitors/why-unreachable.ts'
import { lockOpenChat } from './lock-open-chat.ts'
import { newChat } from './new-chat.ts'

interface StartChat extends OperatorContent {
  visitorId: string
  /** The closed chat of the visitor that the new one continues. */
  continuedChatId: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

interface Started {
  chat: Chat
  /** Null when the visitor has an open chat, in which nothing was sent. */
  message: Message | null
}

/**
 * Writes to a visitor who has no open chat: a new one begins, answered by the viewer. When the visitor has an open chat,
 * nothing is sent, and it is returned. The same key with the same content returns what it has begun. Throws all errors
 * of the content, and `not_found` for the visitor, the continued chat and the file, at once; then
 * `idempotency_key_reused` and `visitor_unreachable`.
 */
export function startChat(services: Services, { problems = [], ...input }: StartChat): Promise<Started> {
  const content = { ...input, text: (input.text && storableText(input.text).trim()) || null }
  return retryConflict(() => start(services, content, [...problems, ...problemsOf(content)]))
}

function start(services: Services, input: StartChat, problems: AppError[]): Promise<Started> {
  const { viewer, continuedChatId, idempotencyKey } = input
  return transact(services, async (work) => {
    const { tx } = work
    const [, row, visitor] = await checkAll(
      () => throwAll(problems),
      () => operatorMessageRow(services, tx, input),
      () => lockVisitor(work, input),
      () => continuedChatId && requireContinued(work, input, continuedChatId),
    )
    const sent = await tx.message.findUnique({ where: { id: idempotencyKey }, include: { chat: true } })
    if (sent && sent.chat.visitorId === visitor.id && isSameMessage(sent, { ...row, chatId: sent.chatId }))
      return { chat: sent.chat, message: sent }
    if (sent) throw keyReused()
    const open = await lockOpenChat(tx, visitor.id)
    if (open) return { chat: open, message: null }
    const channel = await tx.channel.findUniqueOrThrow({ where: { id: visitor.channelId } })
    const reason = await whyUnreachable(services, visitor, channel, (id) => findMailing(tx, id))
    if (reason)
      throw new AppError('visitor_unreachable', unreachableReasons[reason], { field: 'input.visitorId' })
    const chat = await openChat(work, visitor, { viewer, continuedChatId })
    const message = await postMessage(work, chat, row)
    return { chat: await tx.chat.findUniqueOrThrow({ where: { id: chat.id } }), message }
  })
}

/** The visitor, or whom they were merged into; locked after the viewer, who gets the chat, and the channel. */
async function lockVisitor({ tx }: Work, { viewer, visitorId }: StartChat): Promise<Visitor> {
  const { accountId, userId } = viewer
  const known = await tx.visitor.findFirst({ where: { id: visitorId, ...within(viewer) } })
  const channelId = known?.channelId
  const [self] = channelId ? await lockOperators(tx, { accountId, ids: [userId], of: { channelId } }) : []
  if (!channelId || !self?.isAssigned || !(await lockChannel(tx, channelId))) throw unknownVisitor()
  const visitor = await lockSurvivor(tx, { accountId, id: visitorId })
  if (!visitor) throw unknownVisitor()
  return visitor
}

function unknownVisitor(): AppError {
  const message = 'This visitor does not exist, or you cannot see them.'
  return new AppError('not_found', message, { field: 'input.visitorId' })
}

/** A closed chat of the visitor that the viewer sees. An open one would be returned instead. */
async function requireContinued({ tx }: Work, { viewer, visitorId }: StartChat, id: string): Promise<void> {
  const ofVisitor = { OR: [{ id: visitorId }, { merged: { some: { id: visitorId } } }] }
  const chat = await tx.chat.findFirst({ where: { id, visitor: ofVisitor, ...within(viewer) } })
  if (chat) return
  throw new AppError('not_found', 'This visitor has no such chat.', { field: 'input.continuedChatId' })
}

async function openChat(
  work: Work,
  { id: visitorId, accountId, channelId }: Visitor,
  { viewer, continuedChatId }: Pick<StartChat, 'viewer' | 'continuedChatId'>,
): Promise<Chat> {
  const now = new Date()
  const chat = await work.tx.chat.create({
    data: {
      ...newChat({ id: channelId, accountId, botId: null }),
      status: 'ACTIVE',
      queuedAt: null,
      acceptedAt: now,
      continuedChatId,
      number: await nextNumber(work.tx, accountId, 'lastChatNumber'),
      visitorId,
      members: { create: { userId: viewer.userId, joinedAt: now } },
    },
  })
  await work.record({ accountId, kind: 'CHAT_OPENED', actor: actorOf(viewer), channelId, chatId: chat.id })
  await postNotice(work, chat, { kind: 'CHAT_STARTED', actorId: viewer.userId })
  return chat
}
