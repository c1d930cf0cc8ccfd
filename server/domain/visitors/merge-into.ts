import type { Tx } from '../../database/client.ts'
import type { Actor } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Prisma, Visitor } from '../../generated/prisma/client.ts'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import { lockOpenChat } from '../chats/lock-open-chat.ts'
import { moveVisitData } from '../visits/move-visit-data.ts'
import { recordVisitorUpdate } from './record-visitor-update.ts'

interface MergeInto {
  /** Keeps their number and values. */
  survivor: Visitor
  /** Fills gaps, and is the survivor from then on. */
  merged: Visitor
  actor: NewAuditEntry['actor']
}

/** What fills a gap. */
const FIELDS = [
  'name',
  'email',
  'phone',
  'photoUrl',
  'pageUrl',
  'description',
  'userToken',
  'identity',
  'blacklistedAt',
  'blacklistReason',
] as const

/**
 * Merges two visitors of a channel that the transaction holds, of whom at most one has an open chat: chats, calls,
 * offline messages, files and history become the survivor's.
 */
export async function mergeInto(work: Work, { survivor, merged, actor }: MergeInto): Promise<Visitor> {
  const { tx } = work
  const { accountId } = survivor
  // Their chats before anything else, in the order in which everyone locks them.
  await lockOpenChat(tx, survivor.id)
  await lockOpenChat(tx, merged.id)
  const wroteLast = await findWhoWroteLast(tx, [survivor.id, merged.id])
  await tx.chat.updateMany({
    where: { visitorId: merged.id },
    data: { visitorId: survivor.id, revision: { increment: 1 } },
  })
  await tx.call.updateMany({
    where: { visitorId: merged.id },
    data: { visitorId: survivor.id, revision: { increment: 1 } },
  })
  const isEmpty = (field: (typeof FIELDS)[number]) => survivor[field] === null && merged[field] !== null
  // An identity comes with its own token, which replaces one that was not signed.
  const gaps = FIELDS.filter((field) => isEmpty(field) || (field === 'userToken' && isEmpty('identity')))
  await tx.visitor.updateMany({ where: { mergedIntoId: merged.id }, data: { mergedIntoId: survivor.id } })
  // Its data is the survivor's now; the row remains to record whose its key is.
  await tx.visitor.update({
    where: { id: merged.id },
    data: {
      ...Object.fromEntries(FIELDS.map((field) => [field, null])),
      told: {},
      mergedIntoId: survivor.id,
      updatedAt: new Date(),
    },
  })
  const visitor = await tx.visitor.update({
    where: { id: survivor.id },
    data: {
      ...Object.fromEntries(gaps.map((field) => [field, merged[field]])),
      ...(wroteLast === merged.id && { externalId: merged.externalId as Prisma.InputJsonValue }),
      updatedAt: new Date(),
    },
  })
  const theirs = { where: { visitorId: merged.id }, data: { visitorId: survivor.id } }
  await tx.offlineMessage.updateMany(theirs)
  await tx.file.updateMany(theirs)
  await moveVisitData(tx, survivor.id, merged.id)
  await tx.auditEntry.updateMany({
    where: { accountId, subjectType: 'Visitor', subjectId: merged.id },
    data: { subjectId: survivor.id },
  })
  await work.audit({
    actor,
    action: 'VISITORS_MERGED',
    subject: { type: 'Visitor', id: survivor.id },
    before: pick(survivor, gaps),
    after: { ...pick(visitor, gaps), mergedNumber: merged.number },
  })
  const by: Actor =
    'userId' in actor ? { type: 'OPERATOR', id: actor.userId } : { type: actor.type, id: actor.id }
  await work.record({
    accountId,
    kind: 'VISITORS_MERGED',
    actor: by,
    channelId: survivor.channelId,
    subjectId: survivor.id,
    visitorId: survivor.id,
    data: { mergedId: merged.id },
  })
  await recordVisitorUpdate(work, visitor, by)
  return visitor
}

/** Whose id a reply goes to: of those who have written, whoever has an open chat, or else wrote last. */
async function findWhoWroteLast(tx: Tx, visitorIds: string[]): Promise<string | undefined> {
  const [last] = await tx.$queryRaw<{ visitorId: string }[]>`
    SELECT chat."visitorId" FROM "Chat" chat
    JOIN "Message" said ON said."chatId" = chat.id AND said.seq = chat."lastVisitorSeq"
    WHERE chat."visitorId" = ANY(${visitorIds}::uuid[])
    ORDER BY chat.status = 'CLOSED', said."createdAt" DESC, chat.number DESC LIMIT 1`
  return last?.visitorId
}

function pick(visitor: Visitor, fields: readonly (keyof Visitor)[]) {
  return Object.fromEntries(fields.map((field) => [field, visitor[field]]))
}
