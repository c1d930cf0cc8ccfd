import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Chat, Prisma, Visitor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { checkAll } from '../check-all.ts'
import type { Viewer } from '../viewer.ts'
import { lockVisitor } from './lock-visitor.ts'
import { recordVisitorUpdate } from './record-visitor-update.ts'

interface MergeVisitors {
  viewer: Viewer
  /** Keeps their number and values. */
  survivorId: string
  /** Fills the gaps, and is the survivor from then on. */
  mergedId: string
}

/** What fills a gap. */
const FIELDS = [
  'name',
  'email',
  'phone',
  'photoUrl',
  'pageUrl',
  'description',
  'blacklistedAt',
  'blacklistReason',
] as const

/**
 * Makes two visitors of a channel one person (open points, records): the first keeps number and values, the second
 * fills gaps, chats and calls move to the first, and what comes under either id reaches the first. A reply goes to the id last
 * written from. Merging the same two again changes nothing. Throws `not_found`, `visitor_merged`, `chat_open` when
 * both have an open chat, and `invalid_request` for visitors of different channels and while both are being called.
 */
export function mergeVisitors(services: Services, input: MergeVisitors): Promise<Visitor> {
  const { viewer, survivorId, mergedId } = input
  return transact(services, async (work) => {
    const { tx } = work
    // In one order, so that two who merge the same two the other way round do not wait for each other.
    if (mergedId < survivorId) await touch(tx, viewer, mergedId)
    const [survivor, merged] = await checkAll(
      () => lockVisitor(tx, { viewer, visitorId: survivorId, field: 'input.survivorId' }),
      async () =>
        (await tx.visitor.findFirst({ where: { id: mergedId, mergedIntoId: survivorId } })) ??
        lockVisitor(tx, { viewer, visitorId: mergedId, field: 'input.mergedId' }),
    )
    if (merged.id === survivor.id)
      throw new AppError('invalid_request', 'Choose two different visitors.', { field: 'input.mergedId' })
    if (merged.mergedIntoId === survivor.id) return survivor
    if (merged.channelId !== survivor.channelId)
      throw new AppError('invalid_request', 'Only visitors of the same channel can be merged.', {
        field: 'input.mergedId',
      })
    const openChat = await moveChats(tx, survivor, merged)
    await moveCalls(tx, survivor, merged)
    const gaps = FIELDS.filter((field) => survivor[field] === null && merged[field] !== null)
    const visitor = await tx.visitor.update({
      where: { id: survivorId },
      data: {
        ...Object.fromEntries(gaps.map((field) => [field, merged[field]])),
        ...(openChat && { externalId: merged.externalId as Prisma.InputJsonValue }),
        updatedAt: new Date(),
      },
    })
    await tx.visitor.updateMany({ where: { mergedIntoId: mergedId }, data: { mergedIntoId: survivorId } })
    // What it said is the survivor's now; the row goes on to say whose its key is.
    await tx.visitor.update({
      where: { id: mergedId },
      data: {
        ...Object.fromEntries(FIELDS.map((field) => [field, null])),
        told: {},
        mergedIntoId: survivorId,
        updatedAt: new Date(),
      },
    })
    await tx.offlineMessage.updateMany({ where: { visitorId: mergedId }, data: { visitorId: survivorId } })
    await tx.auditEntry.updateMany({
      where: { accountId: viewer.accountId, subjectType: 'Visitor', subjectId: mergedId },
      data: { subjectId: survivorId },
    })
    await work.audit({
      actor: viewer,
      action: 'VISITORS_MERGED',
      subject: { type: 'Visitor', id: survivorId },
      before: pick(survivor, gaps),
      after: { ...pick(visitor, gaps), mergedNumber: merged.number },
    })
    await work.record({
      accountId: viewer.accountId,
      kind: 'VISITORS_MERGED',
      actor: actorOf(viewer),
      channelId: survivor.channelId,
      subjectId: survivorId,
      data: { mergedId },
    })
    await recordVisitorUpdate(work, visitor, actorOf(viewer))
    return visitor
  })
}

function touch(tx: Tx, { accountId }: Viewer, id: string): Promise<unknown> {
  return tx.$queryRaw`
    SELECT 1 FROM "Visitor" WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid FOR NO KEY UPDATE`
}

/** Returns the open chat among them. */
async function moveChats(tx: Tx, survivor: Visitor, merged: Visitor): Promise<Chat | null> {
  const open = await tx.chat.findMany({
    where: { visitorId: { in: [survivor.id, merged.id] }, status: { not: 'CLOSED' } },
  })
  if (open.length > 1) {
    const numbers = open.map(({ number }) => number).join(' and ')
    throw new AppError('chat_open', `Both have an open chat (${numbers}). Close one of them first.`, {
      field: 'input.mergedId',
    })
  }
  await tx.chat.updateMany({
    where: { visitorId: merged.id },
    data: { visitorId: survivor.id, revision: { increment: 1 } },
  })
  return open.find(({ visitorId }) => visitorId === merged.id) ?? null
}

async function moveCalls(tx: Tx, survivor: Visitor, merged: Visitor): Promise<void> {
  const underWay = await tx.call.findMany({
    where: { visitorId: { in: [survivor.id, merged.id] }, type: 'CALLBACK', endedAt: null },
  })
  if (underWay.length > 1) {
    throw new AppError('invalid_request', 'Calls with both are under way. End one of them first.', {
      field: 'input.mergedId',
    })
  }
  await tx.call.updateMany({
    where: { visitorId: merged.id },
    data: { visitorId: survivor.id, revision: { increment: 1 } },
  })
}

function pick(visitor: Visitor, fields: readonly (keyof Visitor)[]) {
  return Object.fromEntries(fields.map((field) => [field, visitor[field]]))
}
