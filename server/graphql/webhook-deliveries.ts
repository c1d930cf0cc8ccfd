import { administeredBy } from '../domain/viewer.ts'
import { MOST_RESENT, resendFailedWebhooks } from '../domain/webhooks/log/resend-failed-webhooks.ts'
import { resendWebhook } from '../domain/webhooks/log/resend-webhook.ts'
import { sendTestWebhook, type WebhookTest } from '../domain/webhooks/log/send-test-webhook.ts'
import { WEBHOOK, webhookName } from '../domain/webhooks/sending/webhook.ts'
import { type OutboxItem, Prisma, type WebhookEvent } from '../generated/prisma/client.ts'
import type { OutboxState } from '../generated/prisma/enums.ts'
import { Attempt, NEXT_ATTEMPT_AT } from './attempts.ts'
import { Chat } from './chats.ts'
import { builder } from './kit/builder.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { MOST_ATTEMPTS } from './kit/loaders.ts'
import { nestedPage } from './kit/nested-page.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { WebhookEndpoint, WebhookEventEnum } from './webhook-endpoints.ts'

const StateEnum = builder.enumType('WebhookDeliveryState', {
  description: 'The state of the delivery of an event.',
  values: {
    PENDING: { description: 'Being sent, or waiting for the next attempt.' },
    SENT: { description: 'The endpoint answered with 2xx.' },
    FAILED: { description: 'All attempts failed, or the endpoint answered 410.' },
    SKIPPED: { description: 'Not sent, because the endpoint was switched off.' },
  },
})

const WebhookDelivery = builder.prismaNode('OutboxItem', {
  variant: 'WebhookDelivery',
  id: { field: 'id' },
  nullable: true,
  description: 'One event to one endpoint, as the log shows it. Kept for 30 days. Admins only.',
  findUnique: (id, context) => ({ id, kind: WEBHOOK, ...administeredBy(viewerOf(context)) }),
  authScopes: { admin: true },
  fields: (t) => ({
    webhookId: t.string({
      description: 'The header `webhook-id`, the same in every attempt.',
      resolve: ({ id }) => id,
    }),
    endpoint: t.field({
      type: WebhookEndpoint,
      description: 'The endpoint that it is for.',
      resolve: ({ receiverId }, _args, { loaders }) => loadRow(loaders.webhookEndpoint, receiverId),
    }),
    event: t.field({
      type: WebhookEventEnum,
      description: 'Which event it is.',
      resolve: ({ event }) => (event ?? '').toUpperCase() as WebhookEvent,
    }),
    isTest: t.boolean({
      description: 'Whether it is a sample that somebody sent with `sendTestWebhook`.',
      resolve: ({ data }) => data !== null && typeof data === 'object' && 'test' in data,
    }),
    state: t.field({
      type: StateEnum,
      description: 'Its current state.',
      // Only mails are kept.
      resolve: ({ state }) => state as Exclude<OutboxState, 'KEPT'>,
    }),
    body: t.exposeString('payload', {
      nullable: true,
      description: 'The body of the request, byte for byte the same in every attempt. Null before the first.',
    }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'A remark, for example why nothing of the answer is shown, or which links were removed.',
    }),
    errorMessage: t.exposeString('errorMessage', {
      nullable: true,
      description: 'Why the last attempt failed. Null when it succeeded.',
    }),
    log: t.field({
      type: [Attempt],
      description: `The latest attempts with the first 16 KiB of their answers, at most ${MOST_ATTEMPTS}, oldest first.`,
      resolve: ({ id }, _args, { loaders }) => loaders.logOfItem.load(id),
    }),
    nextAttemptAt: t.field(NEXT_ATTEMPT_AT),
    chat: t.field({
      type: Chat,
      nullable: true,
      description: 'The chat that it is about. Null for a test, and for an event without a chat.',
      resolve: ({ chatId }, _args, { loaders }) => (chatId ? loaders.chat.load(chatId) : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const WebhookDeliveryConnection = connectionOf('WebhookDelivery', WebhookDelivery, { counted: 'never' })

builder.prismaObjectField(WebhookEndpoint, 'deliveries', (t) =>
  t.prismaConnection(
    {
      type: WebhookDelivery,
      cursor: 'id',
      description: 'The log of the endpoint: all events, newest first.',
      args: {
        state: t.arg({
          type: StateEnum,
          required: false,
          description: 'Return only deliveries in this state.',
        }),
        event: t.arg({
          type: WebhookEventEnum,
          required: false,
          description: 'Return only deliveries of this event.',
        }),
      },
      resolve: (query, { id, accountId }, { state, event }, context) => {
        const cursorWhere = Prisma.sql`"accountId" = ${accountId}::uuid AND "receiverId" = parent.id AND kind = ${WEBHOOK}`
        const where = Prisma.join(
          [
            cursorWhere,
            ...(state ? [Prisma.sql`"state" = ${state}::"OutboxState"`] : []),
            ...(event ? [Prisma.sql`"event" = ${webhookName(event)}`] : []),
          ],
          ' AND ',
        )
        return nestedPage<OutboxItem>(
          context,
          id,
          { table: 'OutboxItem', where, cursorWhere, order: ['createdAt', 'position'], direction: 'desc' },
          query,
        )
      },
    },
    WebhookDeliveryConnection,
  ),
)

verbMutation('resendWebhook', {
  description:
    'Admins only. Sends an event again immediately: one attempt with the same id, the same body and the newest secret.',
  errors: ['FORBIDDEN', 'INVALID', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [WebhookDelivery], description: 'The delivery to send again.' }) }),
  resolve: (context, { id }) => resendWebhook(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    delivery: t.field(returned(WebhookDelivery, 'The delivery, as it is now.')),
  }),
})

verbMutation('resendFailedWebhooks', {
  description: `Admins only. Resends events created after the given time that failed or are waiting for a retry: one attempt for each, in their order. At most ${MOST_RESENT.toLocaleString('en')}, the oldest; the next call sends the rest.`,
  errors: ['FORBIDDEN', 'INVALID', 'NOT_FOUND'],
  input: (t) => ({
    endpointId: t.globalID({ for: [WebhookEndpoint], description: 'The endpoint.' }),
    since: t.field({
      type: 'DateTime',
      description: 'Events that were created before this time are not sent again.',
    }),
  }),
  resolve: (context, { endpointId, since }) =>
    resendFailedWebhooks(context.services, { viewer: viewerOf(context), endpointId: endpointId.id, since }),
  payload: (t) => ({
    count: t.int({
      nullable: true,
      description: 'How many events are sent again.',
      resolve: ({ value }) => value,
    }),
  }),
})

const Header = builder.objectRef<{ name: string; value: string }>('WebhookHeader').implement({
  description: 'A header of a test request.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'In lower case.' }),
    value: t.exposeString('value', { description: 'As it was sent.' }),
  }),
})

const TestResult = builder.objectRef<WebhookTest>('WebhookTest').implement({
  description: 'A test event: what was sent, and what came back.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Where it was posted to.' }),
    headers: t.field({
      type: [Header],
      description: 'The headers that verify the request; at most ten.',
      resolve: ({ headers }) => Object.entries(headers).map(([name, value]) => ({ name, value })),
    }),
    delivery: t.field({
      type: WebhookDelivery,
      description:
        'Its entry in the log, with the body of the request, and the status and text of the answer.',
      resolve: ({ item }) => item,
    }),
    verdict: t.string({
      description: 'What the answer means, in words.',
      resolve: verdictOf,
    }),
  }),
})

function verdictOf({ item, answer, reading }: WebhookTest): string {
  if (item.state !== 'SENT') return item.errorMessage ?? ''
  if (reading?.result === 'failure')
    return `Delivered, but in a chat nothing would be shown. ${reading.reason}`
  if (reading?.result === 'ok')
    return ['Delivered. In a chat, operators would see the data.', ...reading.notes].join(' ')
  const isUnread = answer.kind === 'answered' && reading?.result === 'none'
  return isUnread
    ? [
        'Delivered; the answer has no `result`, so in a chat nothing of it would be shown.',
        ...reading.notes,
      ].join(' ')
    : 'Delivered.'
}

verbMutation('sendTestWebhook', {
  description:
    'Admins only. Sends a sample of an event about chat 0, once, even to an endpoint that is switched off. The answer has no effect. At most 30 times a minute.',
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
  input: (t) => ({
    endpointId: t.globalID({ for: [WebhookEndpoint], description: 'The endpoint to test.' }),
    event: t.field({ type: WebhookEventEnum, description: 'Which event to send.' }),
  }),
  resolve: (context, { endpointId, event }) =>
    sendTestWebhook(context.services, { viewer: viewerOf(context), endpointId: endpointId.id, event }),
  payload: (t) => ({
    test: t.field(returned(TestResult, 'What was sent, and what came back.')),
  }),
})
