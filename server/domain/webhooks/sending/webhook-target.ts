import { Prisma } from '../../../generated/prisma/client.ts'
import type { Env } from '../../../process/env.ts'
import { decryptSecrets } from '../../../secrets.ts'
import { contextOfItem, type WebhookContext } from '../payloads/webhook-context.ts'
import { VISITOR_UPDATES } from './webhook.ts'

/** Where an event goes, as the statement that claims its item reads it. */
export interface WebhookTarget {
  url: string
  enabled: boolean
  /** Of `message_created`: nothing is left to tell. */
  isMessageDeleted: boolean
  /** ISO 8601. */
  failingSince: string | null
  /** Base64 of what is stored; the newest first. */
  secrets: string[]
  /** The hosts that links in its answers may lead to. */
  safeHosts: string[]
  /** For the payload; null when there is one already, when it is read later, and without a chat. */
  context: WebhookContext | null
}

/**
 * The endpoint of an item of the outbox, unless it is deleted. A change that is merged into an event locks it, and
 * may be committed while the claim waits for the lock: this statement does not see it then, so such an event is read
 * later.
 */
export const endpointOfItem = Prisma.sql`
  SELECT endpoint.url, endpoint.enabled, endpoint."failingSince", array_remove(ARRAY[
    encode(endpoint."secretEncrypted", 'base64'), encode(endpoint."oldSecretEncrypted", 'base64')], NULL) AS secrets,
         account."safeUrlHosts" AS "safeHosts",
         item.event = 'message_created' AND EXISTS (SELECT FROM "Message" message
           WHERE message.id = item."messageId" AND message."deletedAt" IS NOT NULL) AS "isMessageDeleted",
         CASE WHEN item.payload IS NULL AND item.event <> ALL (${VISITOR_UPDATES})
           THEN (SELECT to_jsonb(context) FROM (${contextOfItem}) AS context) END AS context
  FROM "WebhookEndpoint" endpoint JOIN "Account" account ON account.id = endpoint."accountId"
  WHERE endpoint.id = item."receiverId" AND endpoint."deletedAt" IS NULL`

/** The secrets to sign with: the valid ones that can be read. */
export function liveSecrets({ secretKey }: Env, { secrets }: WebhookTarget): string[] {
  return decryptSecrets(
    secrets.map((secret) => Buffer.from(secret, 'base64')),
    secretKey,
  )
}
