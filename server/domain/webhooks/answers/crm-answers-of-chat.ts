import { type CrmAnswer, Prisma } from '../../../generated/prisma/client.ts'
import { ACCEPTED_LIMIT_MS } from '../sending/post-webhook.ts'
import { acceptedLane, standardLane } from '../sending/webhook-lanes.ts'
import type { CustomDatum } from './read-crm-answer.ts'

/** What operators see of one endpoint next to a chat. */
export interface ShownAnswer
  extends Pick<
    CrmAnswer,
    | 'endpointId'
    | 'state'
    | 'reason'
    | 'enableAssign'
    | 'crmLink'
    | 'pageUrl'
    | 'pageTitle'
    | 'assignState'
    | 'assignReason'
    | 'assignedById'
    | 'assignedAt'
    | 'updatedAt'
  > {
  endpointName: string
  customData: CustomDatum[]
  /** A request is on its way to it: its earlier answer no longer counts. */
  isAsking: boolean
}

const lane = standardLane({ endpointId: Prisma.sql`endpoint.id`, chatId: Prisma.sql`chat.id` })

/** The answers about the chat `parent.id`, in the order in which the endpoints were created. */
export const crmAnswersOfChat = Prisma.sql`
  SELECT endpoint.id AS "endpointId", endpoint.name AS "endpointName", asked."startedAt" IS NOT NULL AS "isAsking",
         coalesce(answer.state::text, 'EMPTY') AS state, answer.reason,
         coalesce(answer."customData", '[]') AS "customData",
         endpoint.enabled AND coalesce(answer."enableAssign", false) AS "enableAssign",
         answer."crmLink", answer."pageUrl", answer."pageTitle", answer."assignState"::text AS "assignState",
         answer."assignReason", answer."assignedById", answer."assignedAt",
         coalesce(asked."startedAt", answer."updatedAt") AS "updatedAt"
  FROM "Chat" chat
  JOIN "WebhookEndpoint" endpoint ON endpoint."accountId" = chat."accountId" AND endpoint."deletedAt" IS NULL
  LEFT JOIN "CrmAnswer" answer ON answer."chatId" = chat.id AND answer."endpointId" = endpoint.id
  LEFT JOIN LATERAL (
    SELECT item."startedAt" FROM "OutboxItem" item
    WHERE item.lane IN (${lane}, ${acceptedLane(lane)}) AND item.state = 'PENDING'
      AND item.event = 'chat_accepted' AND item.attempts = 0
      AND item."claimedUntil" IS NOT NULL AND item."startedAt" > now() - ${ACCEPTED_LIMIT_MS} * interval '1 ms'
    LIMIT 1) AS asked ON true
  WHERE chat.id = parent.id AND (asked."startedAt" IS NOT NULL OR answer.id IS NOT NULL)
  ORDER BY endpoint."createdAt", endpoint.id LIMIT 50`
