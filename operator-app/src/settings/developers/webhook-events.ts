import type { WebhookEventName } from '../../graphql/webhooks.ts'

/** In the order in which they occur in a chat. */
export const contractEvents: readonly WebhookEventName[] = [
  'CHAT_ACCEPTED',
  'CHAT_UPDATED',
  'CHAT_ASSIGNED',
  'CHAT_FINISHED',
  'CALL_EVENT',
  'OFFLINE_MESSAGE',
]

/** The events that an endpoint gets only if they are selected. */
export const extraEvents: readonly WebhookEventName[] = [
  'CLIENT_UPDATED',
  'MESSAGE_CREATED',
  'CHAT_RATED',
  'CHAT_TAGGED',
]

/** The name on the wire. */
export function wireName(event: WebhookEventName): string {
  return event.toLowerCase()
}
