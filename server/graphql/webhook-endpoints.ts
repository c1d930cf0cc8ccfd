import { administeredBy, type Viewer } from '../domain/viewer.ts'
import { readWebhookSecrets } from '../domain/webhooks/settings/read-webhook-secrets.ts'
import { WebhookDisabledReason, WebhookEvent } from '../generated/prisma/enums.ts'
import { Channel } from './channels.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'

export const WebhookEventEnum = builder.enumType(WebhookEvent, {
  name: 'WebhookEvent',
  description:
    'The events that an endpoint can get. In the request, `event_name` is the same in lower case. CLIENT_UPDATED, MESSAGE_CREATED, CHAT_RATED and CHAT_TAGGED are extras: many receivers reject names that they do not know.',
  values: {
    CALL_EVENT: { description: 'A call came in or changed its status.' },
    CHAT_ACCEPTED: { description: 'An operator took a chat. The answer is shown to the operators.' },
    CHAT_ASSIGNED: { description: 'An operator bound a chat to the CRM card of an answer.' },
    CHAT_FINISHED: { description: 'A chat was closed.' },
    CHAT_UPDATED: {
      description: 'The data of the visitor of an open chat changed. The answer is shown, too.',
    },
    OFFLINE_MESSAGE: { description: 'A visitor left a message for later.' },
    CLIENT_UPDATED: { description: 'An extra: the same as CHAT_UPDATED, under the name client_updated.' },
    MESSAGE_CREATED: { description: 'An extra: a message was written in a chat.' },
    CHAT_RATED: { description: 'An extra: a visitor rated a chat.' },
    CHAT_TAGGED: { description: 'An extra: the tags of a chat changed.' },
  },
})

export const WebhookDisabledReasonEnum = builder.enumType(WebhookDisabledReason, {
  name: 'WebhookDisabledReason',
  description: 'Why an endpoint was switched off automatically.',
  values: {
    GONE: { description: 'It answered 410 Gone.' },
    FAILING: { description: 'All deliveries failed for five days.' },
  },
})

export const WebhookEndpoint = builder.prismaNode('WebhookEndpoint', {
  id: { field: 'id' },
  nullable: true,
  description: 'An address that gets events about chats and calls. Admins only.',
  findUnique: (id, context) => ({ id, ...administeredBy(viewerOf(context)), deletedAt: null }),
  authScopes: { admin: true },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, which operators see above its answers.' }),
    url: t.exposeString('url', { description: 'Events are posted to this address.' }),
    events: t.expose('events', {
      type: [WebhookEventEnum],
      description: 'The events that it gets; at most ten.',
    }),
    allChannels: t.exposeBoolean('allChannels', {
      description: 'Whether it gets the events of all channels, including those that are created later.',
    }),
    channels: t.field({
      type: [Channel],
      description: `The channels whose events it gets; empty when \`allChannels\` is true; at most ${MAX_LIST}.`,
      resolve: async ({ channelIds }, _args, { loaders }) => {
        const channels = await Promise.all(
          channelIds.slice(0, MAX_LIST).map((id) => loaders.channel.load(id)),
        )
        return channels.filter((channel) => channel !== null).filter(({ deletedAt }) => deletedAt === null)
      },
    }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether it gets events.' }),
    extraFields: t.exposeBoolean('extraFields', {
      description:
        'Whether the events of chats also have the field `tags`. Many receivers reject fields that they do not know.',
    }),
    disabledReason: t.expose('disabledReason', {
      type: WebhookDisabledReasonEnum,
      nullable: true,
      description:
        'Why it was switched off automatically. Null while it is on, or when an admin switched it off.',
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was switched off automatically. Null unless `disabledReason` is set.',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the first attempt since the last success failed. After five days it is switched off. Null while deliveries succeed.',
    }),
    secrets: t.stringList({
      description:
        'The secrets that requests are signed with, in the format of Standard Webhooks (`whsec_…`), newest first; at most two, because the old one remains valid after a rotation until it is ended. Empty after SECRET_KEY was changed: nothing is sent until the secret is rotated.',
      resolve: (endpoint, _args, { services }) => readWebhookSecrets(services.env, endpoint),
    }),
    secretRotatedAt: t.expose('secretRotatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the secret was last rotated. Null before the first rotation.',
    }),
    hasOldSecret: t.boolean({
      description: 'Whether requests are still signed with the secret from before the last rotation, too.',
      resolve: ({ oldSecretEncrypted }) => oldSecretEncrypted !== null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const WebhookEndpointConnection = connectionOf('WebhookEndpoint', WebhookEndpoint, { counted: 'always' })

const present = (viewer: Viewer) => ({ accountId: viewer.accountId, deletedAt: null })

builder.queryFields((t) => ({
  webhookEndpoints: t.prismaConnection(
    {
      type: WebhookEndpoint,
      cursor: 'id',
      description: 'The webhook endpoints of the account, oldest first. Admins only.',
      authScopes: { admin: true },
      totalCount: (_root, _args, context) =>
        context.services.db.webhookEndpoint.count({ where: present(viewerOf(context)) }),
      resolve: (query, _root, _args, context) =>
        listPage(
          context,
          query,
          { table: 'WebhookEndpoint' },
          context.services.db.webhookEndpoint.findMany({
            ...query,
            where: present(viewerOf(context)),
            orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          }),
        ),
    },
    WebhookEndpointConnection,
  ),
  webhookEndpoint: t.prismaField({
    type: WebhookEndpoint,
    nullable: true,
    description: 'One webhook endpoint. Null when there is none with this id. Admins only.',
    authScopes: { admin: true },
    args: { id: t.arg.globalID({ for: [WebhookEndpoint], description: 'The `id` of the endpoint.' }) },
    resolve: (query, _root, { id }, context) =>
      context.services.db.webhookEndpoint.findFirst({
        ...query,
        where: { id: id.id, ...present(viewerOf(context)) },
      }),
  }),
}))
