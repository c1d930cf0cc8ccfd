import { MINUTE_MS } from '../../durations.ts'
import { SYSTEM } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { tryOn } from '../try-on.ts'
import { moveCall } from './move-call.ts'
import { ORDER_LIMIT_MS } from './orders/call-order.ts'

const BATCH = 200

interface Limit {
  afterMs: number
  where: Prisma.CallWhereInput
  reason: string
}

/** How long a call may go without an update. */
const LIMITS: Limit[] = [
  {
    afterMs: ORDER_LIMIT_MS,
    where: { state: 'START', gateway: 'HTTP', type: 'CALLBACK', externalId: null, orderedAt: null },
    reason: 'The telephone system could not be reached in time.',
  },
  {
    afterMs: 10 * MINUTE_MS,
    where: { state: 'START', gateway: 'HTTP' },
    reason: 'The telephone system accepted the call but did not report on it.',
  },
  {
    afterMs: 60 * MINUTE_MS,
    where: { state: 'START', gateway: 'OPERATOR_DIALS' },
    reason: 'Nobody took the call.',
  },
  {
    afterMs: 6 * 60 * MINUTE_MS,
    where: { state: { in: ['OPERATOR_CONNECTED', 'CLIENT_CONNECTED'] } },
    reason: 'Nobody recorded how the call ended.',
  },
]

/** Ends calls that nobody will end: each would keep its visitor from requesting another. */
export async function failStaleCalls(services: Services, now = new Date()): Promise<void> {
  for (const { afterMs, where: limited, reason } of LIMITS) {
    const createdAt = { lt: new Date(now.getTime() - afterMs) }
    const where = { ...limited, createdAt, endedAt: null }
    for (const { id, accountId } of await findStale(services, where)) {
      const fail = () =>
        transact(services, (work) => moveCall(work, id, { to: 'ERROR', actor: SYSTEM, reason, where }))
      await tryOn(services, { accountId, callId: id }, fail)
    }
  }
}

/**
 * At most this many of each account, and of this many accounts, so that one account does not hold up the others. The
 * next sweep ends the rest.
 */
async function findStale(
  { db }: Services,
  where: Prisma.CallWhereInput,
): Promise<{ id: string; accountId: string }[]> {
  const accounts = await db.call.groupBy({
    by: ['accountId'],
    where,
    orderBy: { accountId: 'asc' },
    take: BATCH,
  })
  const take = Math.ceil(BATCH / accounts.length)
  const found: { id: string; accountId: string }[] = []
  for (const { accountId } of accounts) {
    const select = { id: true, accountId: true }
    found.push(...(await db.call.findMany({ where: { ...where, accountId }, select, take })))
  }
  return found
}
