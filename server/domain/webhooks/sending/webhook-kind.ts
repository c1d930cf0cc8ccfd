import type { OutboxKind } from '../../../outbox/outbox-kind.ts'
import { webhookPayload } from '../payloads/webhook-payload.ts'
import { followWebhookAttempt } from './follow-webhook-attempt.ts'
import { CLAIM_MS, postWebhook } from './post-webhook.ts'
import { readWebhookAnswer } from './read-webhook-answer.ts'
import { SWITCHED_OFF, WEBHOOK, type WebhookName } from './webhook.ts'
import { webhookSchedule } from './webhook-schedule.ts'
import { endpointOfItem, liveSecrets, type WebhookTarget } from './webhook-target.ts'

/** An event to an endpoint (contract, parts 4.3 and 6.3). */
export const webhookKind: OutboxKind<WebhookTarget> = {
  name: WEBHOOK,
  concurrency: 600,
  // As many as for a bot: an unresponsive one uses a slot for 10 s, and hundreds of chats may notify one CRM.
  perReceiver: 200,
  claimMs: CLAIM_MS,
  schedule: webhookSchedule,
  keepDays: 30,
  answerLength: 16 * 1024,
  skippedNote: SWITCHED_OFF,
  target: endpointOfItem,
  isWanted: async (_services, { target }) => target.enabled,
  payload: async (services, { item, target }) =>
    JSON.stringify(await webhookPayload(services, item, target.context)),
  async send(services, { item, target, payload }) {
    const { answer } = await postWebhook(services, {
      id: item.id,
      event: item.event as WebhookName,
      url: target.url,
      secrets: liveSecrets(services.env, target),
      body: payload,
    })
    return answer
  },
  read: readWebhookAnswer,
  follow: followWebhookAttempt,
}
