import { createWebhookEndpoint } from '../domain/webhooks/settings/create-webhook-endpoint.ts'
import { deleteWebhookEndpoint } from '../domain/webhooks/settings/delete-webhook-endpoint.ts'
import { endOldWebhookSecret } from '../domain/webhooks/settings/end-old-webhook-secret.ts'
import { rotateWebhookSecret } from '../domain/webhooks/settings/rotate-webhook-secret.ts'
import { updateWebhookEndpoint } from '../domain/webhooks/settings/update-webhook-endpoint.ts'
import type { WebhookEndpoint as EndpointRow } from '../generated/prisma/client.ts'
import { Channel } from './channels.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { viewerOf } from './kit/context.ts'
import { idempotencyKey } from './kit/idempotency-key.ts'
import { deletedId } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { WebhookEndpoint, WebhookEventEnum } from './webhook-endpoints.ts'

const endpoint = {
  type: WebhookEndpoint,
  nullable: true,
  description: 'The endpoint, as it is now.',
  resolve: ({ value }: { value: EndpointRow | null }) => value,
} as const

verbMutation('createWebhookEndpoint', {
  description: 'Admins only. An account can have 20 endpoints.',
  errors: [
    'BLANK',
    'FORBIDDEN',
    'IDEMPOTENCY_KEY_REUSED',
    'INVALID',
    'LIMIT_REACHED',
    'NOT_FOUND',
    'PRIVATE_TARGET',
    'TOO_LONG',
  ],
  input: (t) => ({
    ...idempotencyKey(t),
    name: t.string({ description: '1 to 100 characters.' }),
    url: t.string({ description: 'Where to post events: an http(s) URL of at most 2000 characters.' }),
    events: t.field({ type: [WebhookEventEnum], description: 'The events that it gets; at least one.' }),
    channelIds: t.globalIDList({
      for: [Channel],
      required: false,
      description: `The channels whose events it gets; at most ${MAX_LIST}. Omit it for all channels.`,
    }),
    enabled: t.boolean({ required: false, description: 'Whether it gets events; true by default.' }),
    extraFields: t.boolean({
      required: false,
      description: 'See `WebhookEndpoint.extraFields`; false by default.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, { channelIds, ...input }, problems) =>
    createWebhookEndpoint(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      channelIds: channelIds?.map(({ id }) => id) ?? null,
    }),
  payload: (t) => ({ endpoint: t.field(endpoint) }),
})

verbMutation('updateWebhookEndpoint', {
  description:
    'Admins only. Omitted fields are unchanged. While it is switched off, the endpoint gets nothing, and pending events are dropped.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'NOT_FOUND', 'PRIVATE_TARGET', 'TOO_LONG'],
  input: (t) => ({
    id: t.globalID({ for: [WebhookEndpoint], description: 'The endpoint to change.' }),
    name: t.string({ required: false, description: '1 to 100 characters.' }),
    url: t.string({ required: false, description: 'See `CreateWebhookEndpointInput.url`.' }),
    events: t.field({ type: [WebhookEventEnum], required: false, description: 'At least one event.' }),
    channelIds: t.globalIDList({
      for: [Channel],
      required: false,
      description: `All channels whose events it gets, replacing the current ones; at most ${MAX_LIST}.`,
    }),
    allChannels: t.boolean({
      required: false,
      description:
        'True for the events of all channels; `channelIds` is then ignored. To end that, send `channelIds`: false alone is INVALID.',
    }),
    extraFields: t.boolean({ required: false, description: 'See `WebhookEndpoint.extraFields`.' }),
    enabled: t.boolean({
      required: false,
      description: 'Whether it gets events. True also clears earlier failures.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, { id, channelIds, ...input }, problems) =>
    updateWebhookEndpoint(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      id: id.id,
      channelIds: channelIds?.map((channel) => channel.id) ?? null,
    }),
  payload: (t) => ({ endpoint: t.field(endpoint) }),
})

verbMutation('rotateWebhookSecret', {
  description:
    'Admins only. Requests are signed with a new secret and, until `endOldWebhookSecret`, with the previous one. A second rotation ends the oldest secret.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [WebhookEndpoint], description: 'The endpoint.' }) }),
  resolve: (context, { id }) =>
    rotateWebhookSecret(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ endpoint: t.field(endpoint) }),
})

verbMutation('endOldWebhookSecret', {
  description: 'Admins only. Ends the secret from before the last rotation.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [WebhookEndpoint], description: 'The endpoint.' }) }),
  resolve: (context, { id }) =>
    endOldWebhookSecret(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ endpoint: t.field(endpoint) }),
})

verbMutation('deleteWebhookEndpoint', {
  description: 'Admins only. It gets no more events, and operators no longer see its answers.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [WebhookEndpoint], description: 'The endpoint to delete.' }) }),
  resolve: (context, { id }) =>
    deleteWebhookEndpoint(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id(deletedId('WebhookEndpoint', 'The id of the deleted endpoint.')),
  }),
})
