import { SYSTEM } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'
import { lockChatRow } from '../../chats/lock-chat-row.ts'
import { correctVisitor } from '../../visitors/correct-visitor.ts'
import { lockVisitorOfChat } from '../../visitors/lock-visitor-of-chat.ts'
import type { ContactInfo, CrmContent, CrmReading } from './read-crm-answer.ts'
import { type CrmAnswerSource, recordCrmAnswerUpdate } from './record-crm-answer-update.ts'

/** The subject of the answer, and the event that it answers: after `chat_accepted`, it replaces everything. */
interface ReceivedCrmAnswer extends CrmAnswerSource {
  event: 'chat_accepted' | 'chat_updated'
  reading: CrmReading
}

/**
 * Stores an endpoint's answer for the operators. Fields that an answer to `chat_updated` omits are unchanged, and an
 * empty answer changes nothing.
 */
export async function keepCrmAnswer(
  work: Work,
  { event, reading, ...asked }: ReceivedCrmAnswer,
): Promise<void> {
  if (event === 'chat_updated' && reading.result !== 'ok') return
  if (reading.result === 'failure') return failCrmAnswer(work, { ...asked, reason: reading.reason })
  const { accountId, chatId, endpointId } = asked
  const chat = await findChat(work, asked)
  if (!chat) return
  const content = reading.result === 'ok' ? reading.content : {}
  // The visitor before the chat, in the order in which their messages lock the two.
  if (content.contactInfo) await keepContacts(work, { ...asked, ...chat }, content.contactInfo)
  // Answers of one chat are written one after the other.
  await lockChatRow(work.tx, chatId)
  const where = { chatId_endpointId: { chatId, endpointId } }
  const before = await work.tx.crmAnswer.findUnique({ where })
  const data = columnsOf(content, event === 'chat_accepted')
  const isNewCard = data.crmLink !== undefined && data.crmLink !== (before?.crmLink ?? null)
  const change = { ...data, ...(isNewCard && NOT_ASSIGNED), reason: null, updatedAt: new Date() }
  const answer = await work.tx.crmAnswer.upsert({
    where,
    create: { accountId, chatId, endpointId, state: 'EMPTY', ...change },
    update: change,
  })
  const shows =
    answer.enableAssign || answer.crmLink || answer.pageUrl || (answer.customData as []).length > 0
  await work.tx.crmAnswer.update({ where, data: { state: shows || content.contactInfo ? 'SHOWN' : 'EMPTY' } })
  await recordCrmAnswerUpdate(work, { ...asked, channelId: chat.channelId })
}

/** Shows operators why an endpoint has no data about a chat. */
export async function failCrmAnswer(
  work: Work,
  { accountId, chatId, endpointId, reason }: CrmAnswerSource & { reason: string },
): Promise<void> {
  const chat = await findChat(work, { chatId, endpointId })
  if (!chat) return
  await lockChatRow(work.tx, chatId)
  const change = {
    ...columnsOf({}, true),
    ...NOT_ASSIGNED,
    state: 'FAILED',
    reason,
    updatedAt: new Date(),
  } as const
  await work.tx.crmAnswer.upsert({
    where: { chatId_endpointId: { chatId, endpointId } },
    create: { accountId, chatId, endpointId, ...change },
    update: change,
  })
  await recordCrmAnswerUpdate(work, { accountId, chatId, endpointId, channelId: chat.channelId })
}

const NOT_ASSIGNED = { assignState: null, assignReason: null, assignedById: null, assignedAt: null }

/** `anew`: fields that the answer omits are cleared. */
function columnsOf({ customData, enableAssign, crmLink, page }: CrmContent, anew: boolean) {
  const nothing = anew
    ? { customData: [], enableAssign: false, crmLink: null, pageUrl: null, pageTitle: null }
    : {}
  return {
    ...nothing,
    ...(customData && { customData }),
    ...(enableAssign !== undefined && { enableAssign }),
    ...(crmLink !== undefined && { crmLink }),
    ...(page !== undefined && { pageUrl: page?.url ?? null, pageTitle: page?.title ?? null }),
  }
}

/** Operators see them as if the visitor had entered them. No endpoint is notified: its answer would be the next change. */
async function keepContacts(
  work: Work,
  { accountId, chatId, endpointId, channelId }: CrmAnswerSource & { channelId: string },
  contacts: ContactInfo,
): Promise<void> {
  // Locked, so that a concurrent change by somebody else is neither undone nor recorded as the endpoint's.
  const before = await lockVisitorOfChat(work.tx, chatId)
  if (!before) return
  const changes = Object.entries(contacts).filter(
    ([field, value]) => value !== before[field as keyof ContactInfo],
  )
  if (changes.length === 0) return
  const endpoint = await work.tx.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } })
  await correctVisitor(work, {
    before,
    changes: Object.fromEntries(changes),
    actor: { accountId, type: 'SYSTEM', id: null },
    note: `From the answer of ${endpoint.name}.`,
  })
  await work.record({
    accountId,
    kind: 'VISITOR_UPDATED',
    actor: SYSTEM,
    channelId,
    chatId,
    subjectId: before.id,
    data: { webhookEndpointId: endpointId },
  })
}

/** Null when nobody would see the answer: it may arrive after the endpoint or the chat was deleted. */
function findChat({ tx }: Work, { chatId, endpointId }: Pick<CrmAnswerSource, 'chatId' | 'endpointId'>) {
  const account = { webhookEndpoints: { some: { id: endpointId, deletedAt: null } } }
  return tx.chat.findFirst({
    where: { id: chatId, channel: { account } },
    select: { channelId: true },
  })
}
