import { queryDirect } from '../../../database/query-direct.ts'
import { type OutboxItem, Prisma } from '../../../generated/prisma/client.ts'
import type { LaneOrder } from '../../../outbox/outbox-kind.ts'
import type { Services } from '../../../services.ts'
import { EXTRAS, WEBHOOK, type WebhookName } from './webhook.ts'
import { followersOf, isHeld, retryLane } from './webhook-lanes.ts'

/** The order of one chat's events to one endpoint (webhook-lanes.ts). */
export const webhookOrder: LaneOrder = { isHeld, followersOf, retryLane, isYielding }

/**
 * Whether an event of the chat (or of the call that has none) has been overtaken since the endpoint last took one. An
 * endpoint that takes the extras may still refuse all standard events, and the other way round.
 */
async function isYielding({ pool }: Services, item: OutboxItem): Promise<boolean> {
  const { chatId, callId, receiverId } = item
  const isExtra = EXTRAS.includes(item.event as WebhookName)
  const [found] = await queryDirect<{ isYielding: boolean }>(
    pool,
    Prisma.sql`
    SELECT coalesce(max("yieldedAt") > coalesce(max("finishedAt") FILTER (WHERE state = 'SENT'), '-infinity'), false)
             AS "isYielding"
    FROM "OutboxItem"
    WHERE ${chatId ? Prisma.sql`"chatId" = ${chatId}::uuid` : Prisma.sql`"callId" = ${callId}::uuid`}
      AND kind = ${WEBHOOK} AND "receiverId" = ${receiverId}::uuid AND (event = ANY(${EXTRAS})) = ${isExtra}`,
  )
  return found?.isYielding ?? false
}
