import type { Tx } from '../../database/client.ts'
import { retryConflict } from '../../database/retry-conflict.ts'
import { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { Visitor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { CALLBACK_UNDER_WAY } from '../calls/callback-under-way.ts'
import { checkAll } from '../check-all.ts'
import type { Viewer } from '../viewer.ts'
import { lockVisitor } from './lock-visitor.ts'
import { lockVisitors } from './lock-visitors.ts'
import { mergeInto } from './merge-into.ts'

interface MergeVisitors {
  viewer: Viewer
  /** Keeps their number and values. */
  survivorId: string
  /** Fills gaps, and is the survivor from then on. */
  mergedId: string
}

/**
 * Merges two visitors of a channel (open points, records): the first keeps number and values, the second fills gaps,
 * chats and calls move to the first, and whatever arrives under either id goes to the first. A reply goes to the id
 * that was last used. Merging the same two again changes nothing. Throws `not_found`, `visitor_merged`, `chat_open`
 * when both have an open chat, and `invalid_request` for visitors of different channels and while both are being
 * called.
 */
export async function mergeVisitors(services: Services, input: MergeVisitors): Promise<Visitor> {
  const { viewer, survivorId, mergedId } = input
  const visitor = await retryConflict(() =>
    transact(services, async (work) => {
      const { tx } = work
      await lockVisitors(tx, { accountId: viewer.accountId, ids: [survivorId, mergedId] })
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
      await requireOneOpenChat(tx, survivor, merged)
      await requireOneCall(tx, survivor, merged)
      return mergeInto(work, { survivor, merged, actor: viewer })
    }),
  )
  await announceAccess(services, { accountId: viewer.accountId, visitorIds: [mergedId] })
  return visitor
}

/** Throws `chat_open` when both have one. */
async function requireOneOpenChat(tx: Tx, survivor: Visitor, merged: Visitor): Promise<void> {
  const open = await tx.chat.findMany({
    where: { visitorId: { in: [survivor.id, merged.id] }, status: { not: 'CLOSED' } },
  })
  if (open.length < 2) return
  const numbers = open.map(({ number }) => number).join(' and ')
  throw new AppError('chat_open', `Both have an open chat (${numbers}). Close one of them first.`, {
    field: 'input.mergedId',
  })
}

/** Throws `invalid_request` when both are being called. */
async function requireOneCall(tx: Tx, survivor: Visitor, merged: Visitor): Promise<void> {
  const underWay = await tx.call.count({
    where: { visitorId: { in: [survivor.id, merged.id] }, ...CALLBACK_UNDER_WAY },
  })
  if (underWay < 2) return
  throw new AppError('invalid_request', 'Calls with both are in progress. End one of them first.', {
    field: 'input.mergedId',
  })
}
