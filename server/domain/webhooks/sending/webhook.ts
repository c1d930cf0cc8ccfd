import type { WebhookEvent } from '../../../generated/prisma/client.ts'

/** The outbox kind of events to endpoints; its lanes are an endpoint with a chat, or with a call that has none. */
export const WEBHOOK = 'WEBHOOK'

/** The `event_name` on the wire, which is also `OutboxItem.event` (contract, part 6.3). */
export type WebhookName = Lowercase<WebhookEvent>

/** An event by its name on the wire: CHAT_ACCEPTED is `chat_accepted`. */
export function webhookName(event: WebhookEvent): WebhookName {
  return event.toLowerCase() as WebhookName
}

/** The events about a visitor's data: a change is merged into a pending one. */
export const VISITOR_UPDATES: WebhookName[] = ['chat_updated', 'client_updated']

/** The events that an endpoint gets only if they are selected for it, and that never hold up the others. */
export const EXTRAS: WebhookName[] = ['client_updated', 'message_created', 'chat_rated', 'chat_tagged']

/** The notes in the log for an event that was not sent to its endpoint. */
export const MESSAGE_DELETED = 'Not sent: the message has since been deleted.'
export const SWITCHED_OFF = 'Not sent: the endpoint is switched off.'
