import { type CrmAnswer, Prisma } from '../../../generated/prisma/client.ts'
import { WEBHOOK } from '../sending/webhook.ts'
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
  /** It is being asked: its earlier answer no longer counts. */
  isAsking: boolean
}

/** The answers about the chat `parent.id`, in the order in which the endpoints were created. */
export const crmAnswersOfChat = Prisma.sql`
  SELECT endpoint.id AS "endpointId", endpoint.name AS "endpointName", asked."isAsking",
         coalesce(answer.state::text, 'EMPTY') AS state, answer.reason,
         coalesce(answer."customData", '[]') AS "customData",
         endpoint.enabled AND coalesce(answer."enableAssign", false) AS "enableAssign",
         answer."crmLink", answer."pageUrl", answer."pageTitle", answer."assignState"::text AS "assignState",
         answer."assignReason", answer."assignedById", answer."assignedAt",
         coalesce(answer."updatedAt", now()) AS "updatedAt"
  FROM "Chat" chat
  JOIN "WebhookEndpoint" endpoint ON endpoint."accountId" = chat."accountId" AND endpoint."deletedAt" IS NULL
  LEFT JOIN "CrmAnswer" answer ON answer."chatId" = chat.id AND answer."endpointId" = endpoint.id
  CROSS JOIN LATERAL (SELECT EXISTS (
    SELECT FROM "OutboxItem" item
    WHERE item.lane = ${`${WEBHOOK}:`} || endpoint.id || ':' || chat.id AND item.state = 'PENDING'
      AND item.event = 'chat_accepted' AND item.attempts = 0) AS "isAsking") AS asked
  WHERE chat.id = parent.id AND (asked."isAsking" OR answer.id IS NOT NULL)
  ORDER BY endpoint."createdAt", endpoint.id LIMIT 50`
