import type { WebhookEvent } from '../../../generated/prisma/client.ts'

/** The outbox kind of events to endpoints; its lanes are an endpoint with a chat, or with a call that has none. */
export const WEBHOOK = 'WEBHOOK'

/** The `event_name` on the wire, which is also `OutboxItem.event` (contract, part 6.3). */
export type WebhookName = Lowercase<WebhookEvent>

export function webhookName(event: WebhookEvent): WebhookName {
  return event.toLowerCase() as WebhookName
}

/** Those that tell of a visitor's data: a change joins the one that waits. */
export const VISITOR_UPDATES: WebhookName[] = ['chat_updated', 'client_updated']

/** What the log says of an event that its endpoint did not get any more. */
export const SWITCHED_OFF = 'Not sent: the endpoint is switched off.'
