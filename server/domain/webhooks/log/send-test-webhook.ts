import { orNotFound } from '../../../database/or-not-found.ts'
import type { OutboxItem, WebhookEvent } from '../../../generated/prisma/client.ts'
import type { Outcome } from '../../../outbound/outcome.ts'
import { attemptRow } from '../../../outbox/attempt-row.ts'
import { laneOf } from '../../../outbox/lane.ts'
import type { Services } from '../../../services.ts'
import { uuidv7 } from '../../../text/uuid.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { type CrmReading, readCrmAnswer } from '../answers/read-crm-answer.ts'
import { samplePayload } from '../payloads/sample-payload.ts'
import { postWebhook } from '../sending/post-webhook.ts'
import { readWebhookAnswer } from '../sending/read-webhook-answer.ts'
import { WEBHOOK, webhookName } from '../sending/webhook.ts'
import { webhookKind } from '../sending/webhook-kind.ts'
import { readWebhookSecrets } from '../settings/read-webhook-secrets.ts'

/** What was sent and what came back. */
export interface WebhookTest {
  /** Its entry in the log, with its only attempt. */
  item: OutboxItem
  url: string
  headers: Record<string, string>
  answer: Outcome
  /** What operators would see of it. */
  reading: CrmReading | null
}

const LIMIT = { name: 'webhook-test', points: 30, seconds: 60 }

/**
 * Sends a sample of an event, once, even to an endpoint that is switched off or does not get this event. The answer
 * has no effect. Throws `forbidden`, `not_found`, `too_many_requests`.
 */
export async function sendTestWebhook(
  services: Services,
  { viewer, endpointId, event: kind }: { viewer: Viewer; endpointId: string; event: WebhookEvent },
): Promise<WebhookTest> {
  requireAdmin(viewer)
  const { db, env, limits } = services
  const { accountId } = viewer
  const read = db.webhookEndpoint.findFirstOrThrow({ where: { id: endpointId, accountId, deletedAt: null } })
  const endpoint = await orNotFound(read, 'endpoint', 'input.endpointId')
  await limits.consume(LIMIT, accountId)
  const { safeUrlHosts } = await db.account.findUniqueOrThrow({ where: { id: accountId } })
  const user = await db.user.findUniqueOrThrow({ where: { id: viewer.userId } })
  const channel = await db.channel.findFirst({
    where: { accountId, deletedAt: null },
    orderBy: { createdAt: 'asc' },
  })
  const [id, event] = [uuidv7(), webhookName(kind)]
  const payload = JSON.stringify(samplePayload({ event, user, channel }))
  const { url } = endpoint
  const startedAt = new Date()
  const secrets = readWebhookSecrets(env, endpoint)
  const { headers, answer } = await postWebhook(services, { id, event, url, secrets, body: payload })
  const verdict = readWebhookAnswer(answer)
  const { itemId: _, ...attempt } = attemptRow(id, { startedAt, answer, verdict }, webhookKind.answerBytes)
  const item = await db.outboxItem.create({
    data: {
      id,
      accountId,
      kind: WEBHOOK,
      lane: laneOf(WEBHOOK, id),
      receiverId: endpointId,
      event,
      payload,
      state: verdict.result === 'sent' ? 'SENT' : 'FAILED',
      attempts: 1,
      startedAt,
      finishedAt: new Date(),
      data: { test: true },
      note: 'Test',
      ...(verdict.result !== 'sent' && { errorCode: verdict.code, errorMessage: verdict.message }),
      log: { create: attempt },
    },
  })
  const isRead = answer.kind === 'answered' && (event === 'chat_accepted' || event === 'chat_updated')
  return { item, url, headers, answer, reading: isRead ? readCrmAnswer(answer, safeUrlHosts) : null }
}
