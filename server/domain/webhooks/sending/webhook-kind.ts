import type { OutboxKind } from '../../../outbox/outbox-kind.ts'
import { tellWhileAsking } from '../answers/tell-while-asking.ts'
import { webhookPayload } from '../payloads/webhook-payload.ts'
import { followWebhookAttempt } from './follow-webhook-attempt.ts'
import { CLAIM_MS, postWebhook } from './post-webhook.ts'
import { readWebhookAnswer } from './read-webhook-answer.ts'
import { MESSAGE_DELETED, SWITCHED_OFF, WEBHOOK, type WebhookName } from './webhook.ts'
import { webhookOrder } from './webhook-order.ts'
import { webhookSchedule } from './webhook-schedule.ts'
import { endpointOfItem, liveSecrets, type WebhookTarget } from './webhook-target.ts'

/** An event to an endpoint (contract, parts 4.3 and 6.3). */
export const webhookKind: OutboxKind<WebhookTarget> = {
  name: WEBHOOK,
  concurrency: 1_200,
  // As many as for a bot: an unresponsive one uses a slot for 10 s, and hundreds of chats may notify one CRM.
  perReceiver: 200,
  claimMs: CLAIM_MS,
  schedule: webhookSchedule,
  order: webhookOrder,
  keepDays: 30,
  answerBytes: 16 * 1024,
  skippedNote: (target) => (target?.isMessageDeleted ? MESSAGE_DELETED : SWITCHED_OFF),
  target: endpointOfItem,
  isWanted: async (_services, { target }) => target.enabled && !target.isMessageDeleted,
  payload: async (services, { item, target }) =>
    JSON.stringify(await webhookPayload(services, item, target.context)),
  async send(services, { item, target, payload }) {
    const { id, accountId, chatId, receiverId: endpointId, attempts } = item
    const event = item.event as WebhookName
    const secrets = liveSecrets(services.env, target)
    const post = () => postWebhook(services, { id, event, url: target.url, secrets, body: payload })
    const isAsking = event === 'chat_accepted' && attempts === 0 && chatId !== null
    const { answer } = isAsking
      ? await tellWhileAsking(services, { accountId, chatId, endpointId }, post)
      : await post()
    return answer
  },
  read: readWebhookAnswer,
  follow: followWebhookAttempt,
}
