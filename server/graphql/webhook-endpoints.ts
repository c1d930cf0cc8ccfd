import { administeredBy, type Viewer } from '../domain/viewer.ts'
import { createWebhookEndpoint } from '../domain/webhooks/settings/create-webhook-endpoint.ts'
import { deleteWebhookEndpoint } from '../domain/webhooks/settings/delete-webhook-endpoint.ts'
import { endOldWebhookSecret } from '../domain/webhooks/settings/end-old-webhook-secret.ts'
import { readWebhookSecrets } from '../domain/webhooks/settings/read-webhook-secrets.ts'
import { rotateWebhookSecret } from '../domain/webhooks/settings/rotate-webhook-secret.ts'
import { updateWebhookEndpoint } from '../domain/webhooks/settings/update-webhook-endpoint.ts'
import type { WebhookEndpoint as EndpointRow } from '../generated/prisma/client.ts'
import { WebhookDisabledReason, WebhookEvent } from '../generated/prisma/enums.ts'
import type { Services } from '../services.ts'
import { MAX_LIST } from './bounds.ts'
import { builder } from './builder.ts'
import { Channel } from './channels.ts'
import { connectionOf } from './connection.ts'
import { viewerOf } from './context.ts'
import type { UserErrorCode } from './error-codes.ts'
import { encodeGlobalId } from './global-id.ts'
import { verbMutation } from './verb-mutation.ts'

export const WebhookEventEnum = builder.enumType(WebhookEvent, {
  name: 'WebhookEvent',
  description:
    'What an endpoint can be told. On the wire, `event_name` is the same in lower case. The last three are extras: many receivers answer names that they do not know with an error.',
  values: {
    CALL_EVENT: { description: 'A call came in or changed its status.' },
    CHAT_ACCEPTED: { description: 'An operator took a chat. The answer is shown to the operators.' },
    CHAT_ASSIGNED: { description: 'An operator bound a chat to the CRM card of an answer.' },
    CHAT_FINISHED: { description: 'A chat was closed.' },
    CHAT_UPDATED: {
      description: 'What is known about the visitor of an open chat changed. The answer is shown, too.',
    },
    OFFLINE_MESSAGE: { description: 'A visitor left a message while nobody was there.' },
    CLIENT_UPDATED: { description: 'An extra: the same as CHAT_UPDATED, under the name client_updated.' },
    MESSAGE_CREATED: { description: 'An extra: a message was written in a chat.' },
    CHAT_RATED: { description: 'An extra: a visitor rated a chat.' },
  },
})

export const WebhookDisabledReasonEnum = builder.enumType(WebhookDisabledReason, {
  name: 'WebhookDisabledReason',
  description: 'Why an endpoint was switched off automatically.',
  values: {
    GONE: { description: 'It answered 410 Gone.' },
    FAILING: { description: 'Nothing had succeeded for five days.' },
  },
})

export const WebhookEndpoint = builder.prismaNode('WebhookEndpoint', {
  id: { field: 'id' },
  nullable: true,
  description: 'An address that is told what happens in chats and calls. Admins only.',
  findUnique: (id, context) => ({ id, ...administeredBy(viewerOf(context)), deletedAt: null }),
  authScopes: { admin: true },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, which operators see above what it answers.' }),
    url: t.exposeString('url', { description: 'Events are posted to this address.' }),
    events: t.expose('events', {
      type: [WebhookEventEnum],
      description: 'What it is told; at most nine kinds.',
    }),
    allChannels: t.exposeBoolean('allChannels', {
      description: 'Whether it is told of all channels, also of those that are created later.',
    }),
    channels: t.field({
      type: [Channel],
      description: `The channels that it is told of; empty when \`allChannels\` is true; at most ${MAX_LIST}.`,
      resolve: async ({ channelIds }, _args, { loaders }) => {
        const channels = await Promise.all(
          channelIds.slice(0, MAX_LIST).map((id) => loaders.channel.load(id)),
        )
        return channels.filter((channel) => channel !== null && channel.deletedAt === null) as never
      },
    }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether it gets events.' }),
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
        'When the first attempt since the last success failed. After five days it is switched off. Null while all goes well.',
    }),
    secrets: t.stringList({
      description:
        'The secrets that requests are signed with, in the form of Standard Webhooks (`whsec_…`), the newest first; at most two, because the old one stays after a rotation until it is ended.',
      resolve: (endpoint, _args, { services }) => readWebhookSecrets(services.env, endpoint),
    }),
    secretRotatedAt: t.expose('secretRotatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the secret was rotated last. Null before.',
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
        context.services.db.webhookEndpoint.findMany({
          ...query,
          where: present(viewerOf(context)),
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        }),
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

verbMutation('createWebhookEndpoint', {
  description: 'Admins only. An account can have 20 endpoints.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'LIMIT_REACHED', 'NOT_FOUND', 'PRIVATE_TARGET', 'TOO_LONG'],
  input: (t) => ({
    name: t.string({ description: '1 to 100 characters.' }),
    url: t.string({ description: 'Where to post events: an http(s) URL of at most 2000 characters.' }),
    events: t.field({ type: [WebhookEventEnum], description: 'What it is told; at least one event.' }),
    channelIds: t.globalIDList({
      for: [Channel],
      required: false,
      description: 'The channels that it is told of. Omit it for all channels.',
    }),
    enabled: t.boolean({ required: false, description: 'Whether it gets events; true by default.' }),
  }),
  resolve: (context, { channelIds, ...input }) =>
    createWebhookEndpoint(context.services, {
      viewer: viewerOf(context),
      ...input,
      channelIds: channelIds?.map(({ id }) => id) ?? null,
    }),
  payload: (t) => ({
    endpoint: t.field({
      type: WebhookEndpoint,
      nullable: true,
      description: 'The endpoint, as it is now.',
      resolve: ({ value }) => value,
    }),
  }),
})

verbMutation('updateWebhookEndpoint', {
  description:
    'Admins only. Omitted fields are unchanged. Switched off, the endpoint gets nothing, and what was pending is dropped.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'NOT_FOUND', 'PRIVATE_TARGET', 'TOO_LONG'],
  input: (t) => ({
    id: t.globalID({ for: [WebhookEndpoint], description: 'The endpoint to change.' }),
    name: t.string({ required: false, description: '1 to 100 characters.' }),
    url: t.string({ required: false, description: 'See `CreateWebhookEndpointInput.url`.' }),
    events: t.field({ type: [WebhookEventEnum], required: false, description: 'At least one event.' }),
    channelIds: t.globalIDList({
      for: [Channel],
      required: false,
      description: 'The channels that it is told of from now on, and no others.',
    }),
    allChannels: t.boolean({
      required: false,
      description: 'True to tell it of all channels; `channelIds` is then ignored.',
    }),
    enabled: t.boolean({
      required: false,
      description: 'Whether it gets events. True also forgets earlier failures.',
    }),
  }),
  resolve: (context, { id, channelIds, ...input }) =>
    updateWebhookEndpoint(context.services, {
      viewer: viewerOf(context),
      ...input,
      id: id.id,
      channelIds: channelIds?.map((channel) => channel.id) ?? null,
    }),
  payload: (t) => ({
    endpoint: t.field({
      type: WebhookEndpoint,
      nullable: true,
      description: 'The endpoint, as it is now.',
      resolve: ({ value }) => value,
    }),
  }),
})

type EndpointVerb = (services: Services, input: { viewer: Viewer; id: string }) => Promise<EndpointRow>

const endpointVerbs: [name: string, description: string, errors: UserErrorCode[], verb: EndpointVerb][] = [
  [
    'rotateWebhookSecret',
    'Admins only. Requests are signed with a new secret and, until `endOldWebhookSecret`, with the one before. A second rotation ends the oldest secret.',
    ['FORBIDDEN', 'NOT_FOUND'],
    rotateWebhookSecret,
  ],
  [
    'endOldWebhookSecret',
    'Admins only. Ends the secret from before the last rotation.',
    ['FORBIDDEN', 'NOT_FOUND'],
    endOldWebhookSecret,
  ],
]

for (const [name, description, errors, verb] of endpointVerbs) {
  verbMutation(name, {
    description,
    errors,
    input: (t) => ({ id: t.globalID({ for: [WebhookEndpoint], description: 'The endpoint.' }) }),
    resolve: (context, { id }) => verb(context.services, { viewer: viewerOf(context), id: id.id }),
    payload: (t) => ({
      endpoint: t.field({
        type: WebhookEndpoint,
        nullable: true,
        description: 'The endpoint, as it is now.',
        resolve: ({ value }) => value,
      }),
    }),
  })
}

verbMutation('deleteWebhookEndpoint', {
  description: 'Admins only. It gets nothing more, and operators no longer see what it answered.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [WebhookEndpoint], description: 'The endpoint to delete.' }) }),
  resolve: (context, { id }) =>
    deleteWebhookEndpoint(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id({
      nullable: true,
      description: 'The id of the deleted endpoint.',
      resolve: ({ value }) => value && encodeGlobalId('WebhookEndpoint', value),
    }),
  }),
})
