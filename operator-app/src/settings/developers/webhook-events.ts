import type { WebhookEventName } from '../../graphql/webhooks.ts'

/** In the order in which a chat meets them. */
export const contractEvents: readonly WebhookEventName[] = [
  'CHAT_ACCEPTED',
  'CHAT_UPDATED',
  'CHAT_ASSIGNED',
  'CHAT_FINISHED',
  'CALL_EVENT',
  'OFFLINE_MESSAGE',
]

/** What no endpoint is told unasked. */
export const extraEvents: readonly WebhookEventName[] = ['CLIENT_UPDATED', 'MESSAGE_CREATED', 'CHAT_RATED']

/** The name on the wire. */
export function wireName(event: WebhookEventName): string {
  return event.toLowerCase()
}
