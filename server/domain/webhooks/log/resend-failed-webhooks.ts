import { orNotFound } from '../../../database/or-not-found.ts'
import { AppError } from '../../../errors.ts'
import { transact } from '../../../events/transact.ts'
import { type OutboxItem, Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { WEBHOOK } from '../sending/webhook.ts'
import { retrySuffix } from '../sending/webhook-lanes.ts'
import { ONE_ATTEMPT } from './resend-webhook.ts'

/** The remaining ones are sent by the next call: those that were sent again no longer wait for a retry. */
export const MOST_RESENT = 10_000

interface ResendFailed {
  viewer: Viewer
  endpointId: string
  since: Date
}

/**
 * Resends the events of an endpoint since the given time that failed or are waiting for a retry, in the order in
 * which they happened, at most `MOST_RESENT`. Returns how many. Throws `forbidden`, `not_found`, and `invalid_request` while the endpoint is
 * switched off.
 */
export async function resendFailedWebhooks(
  services: Services,
  { viewer, endpointId, since }: ResendFailed,
): Promise<number> {
  requireAdmin(viewer)
  const { accountId } = viewer
  return transact(services, async (work) => {
    const where = { id: endpointId, accountId, deletedAt: null }
    const read = work.tx.webhookEndpoint.findFirstOrThrow({ where })
    const { enabled } = await orNotFound(read, 'endpoint', 'input.endpointId')
    if (!enabled)
      throw new AppError('invalid_request', 'Switch the endpoint on first.', { field: 'input.endpointId' })
    // Their own lane keeps the order of each chat; the position says which came first.
    const items = await work.tx.$queryRaw<Pick<OutboxItem, 'lane' | 'messageId'>[]>`
      UPDATE "OutboxItem" item
      SET state = ${ONE_ATTEMPT.state}::"OutboxState", attempts = ${ONE_ATTEMPT.attempts}, "startedAt" = NULL,
          "claimedUntil" = NULL, "finishedAt" = NULL, "nextAttemptAt" = now(),
          lane = ${`${WEBHOOK}:`} || item."receiverId" || coalesce(':' || item."chatId" || ${retrySuffix(Prisma.sql`item.event`)}, '')
      FROM (
        SELECT id FROM "OutboxItem"
        WHERE "accountId" = ${accountId}::uuid AND "receiverId" = ${endpointId}::uuid AND kind = ${WEBHOOK}
          AND "createdAt" >= ${since} AND (state = 'FAILED' OR (state = 'PENDING' AND attempts > 0 AND "nextAttemptAt" > now()))
          AND ("claimedUntil" IS NULL OR "claimedUntil" < now())
        ORDER BY position LIMIT ${MOST_RESENT} FOR UPDATE SKIP LOCKED
      ) AS failed
      WHERE failed.id = item.id
      RETURNING item.lane, item."messageId"`
    for (const { lane, messageId } of items) work.wake(lane, messageId)
    return items.length
  })
}
