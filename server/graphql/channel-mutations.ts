import { createChannel } from '../domain/channels/create-channel.ts'
import { deleteChannel } from '../domain/channels/delete-channel.ts'
import { pauseChannel } from '../domain/channels/pause-channel.ts'
import { resumeChannel } from '../domain/channels/resume-channel.ts'
import { rotateChannelPublicId } from '../domain/channels/rotate-channel-public-id.ts'
import { rotateChannelSecret } from '../domain/channels/rotate-channel-secret.ts'
import { trustMediaHosts } from '../domain/channels/trust-media-hosts.ts'
import { updateChannel } from '../domain/channels/update-channel.ts'
import { AutomaticMessageInput } from './automatic-messages.ts'
import { CreateChannelSettings, UpdateChannelSettings } from './channel-settings.ts'
import { Channel, ChatRoutingEnum, channelNow, OFFER_TIME } from './channels.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { viewerOf } from './kit/context.ts'
import { idempotencyKey } from './kit/idempotency-key.ts'
import { deletedId } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Operator } from './operators.ts'

verbMutation('createChannel', {
  description: 'Admins only. Creates a channel with its own `address`.',
  errors: [
    'BLANK',
    'FORBIDDEN',
    'IDEMPOTENCY_KEY_REUSED',
    'INVALID',
    'NOT_FOUND',
    'PRIVATE_TARGET',
    'TOO_LONG',
  ],
  input: (t) => ({
    ...idempotencyKey(t),
    name: t.string({ description: '1 to 100 characters.' }),
    settings: t.field({
      type: CreateChannelSettings,
      description:
        'The settings of one kind of channel. They determine its kind, which cannot be changed later.',
    }),
    operatorIds: t.globalIDList({
      for: [Operator],
      description: `The operators who receive its chats; at most ${MAX_LIST}.`,
    }),
  }),
  joinsProblems: true,
  resolve: (context, { operatorIds, ...input }, problems) =>
    createChannel(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      operatorIds: operatorIds.map(({ id }) => id),
    }),
  payload: (t) => ({ channel: t.field(channelNow) }),
})

verbMutation('updateChannel', {
  description: 'Admins only. Omitted fields are unchanged.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'NOT_FOUND', 'PRIVATE_TARGET', 'TOO_LONG'],
  input: (t) => ({
    id: t.globalID({ for: [Channel], description: 'The channel to change.' }),
    name: t.string({ required: false, description: '1 to 100 characters.' }),
    settings: t.field({
      type: UpdateChannelSettings,
      required: false,
      description: 'Settings of the kind of channel that it is; NOT_FOUND for another kind.',
    }),
    botCounts: t.boolean({ required: false, description: 'See `Channel.botCounts`.' }),
    botOutsideHours: t.boolean({ required: false, description: 'See `Channel.botOutsideHours`.' }),
    mediaHosts: t.stringList({
      required: false,
      description:
        'See `Channel.mediaHosts`; all of them, replacing the current ones. To add some of them, use `trustMediaHosts`.',
    }),
    automaticMessages: t.field({
      type: [AutomaticMessageInput],
      required: false,
      description:
        'Messages that are sent automatically, at most one of each kind; other kinds are unchanged.',
    }),
    requiresTag: t.boolean({ required: false, description: 'See `Channel.requiresTag`.' }),
    routing: t.field({
      type: ChatRoutingEnum,
      required: false,
      description: 'Who is offered its waiting chats.',
    }),
    offerSeconds: t.int({ required: false, description: OFFER_TIME }),
    operatorIds: t.globalIDList({
      for: [Operator],
      required: false,
      description: `All operators who receive its chats, replacing the current ones; at most ${MAX_LIST}.`,
    }),
  }),
  joinsProblems: true,
  resolve: (context, { id, operatorIds, ...input }, problems) =>
    updateChannel(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      id: id.id,
      operatorIds: operatorIds?.map((operator) => operator.id),
    }),
  payload: (t) => ({ channel: t.field(channelNow) }),
})

verbMutation('trustMediaHosts', {
  description: 'Admins only. Adds hosts to `Channel.mediaHosts` and keeps those that others add meanwhile.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({
    id: t.globalID({ for: [Channel], description: 'The channel.' }),
    hosts: t.stringList({ required: true, description: 'See `Channel.mediaHosts`.' }),
  }),
  resolve: (context, { id, hosts }) =>
    trustMediaHosts(context.services, { viewer: viewerOf(context), id: id.id, hosts }),
  payload: (t) => ({ channel: t.field(channelNow) }),
})

verbMutation('pauseChannel', {
  description: 'Admins only. The channel accepts no messages until it is resumed.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Channel], description: 'The channel.' }) }),
  resolve: (context, { id }) => pauseChannel(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ channel: t.field(channelNow) }),
})

verbMutation('resumeChannel', {
  description: 'Admins only. The channel accepts messages again.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Channel], description: 'The channel.' }) }),
  resolve: (context, { id }) => resumeChannel(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ channel: t.field(channelNow) }),
})

verbMutation('rotateChannelSecret', {
  description:
    'Admins only. Gives a chat channel a new secret, and therefore a new `ChatApiSettings.address`. The old address returns 404 immediately.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Channel], description: 'The channel.' }) }),
  resolve: (context, { id }) =>
    rotateChannelSecret(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ channel: t.field(channelNow) }),
})

verbMutation('rotateChannelPublicId', {
  description:
    'Admins only. Gives the channel a new public id, and therefore, for a chat channel, a new `address` and `replyUrl`. The old address returns 404 immediately.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Channel], description: 'The channel.' }) }),
  resolve: (context, { id }) =>
    rotateChannelPublicId(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ channel: t.field(channelNow) }),
})

verbMutation('deleteChannel', {
  description: 'Admins only. Its address returns 404 from then on, and its open chats are closed.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Channel], description: 'The channel to delete.' }) }),
  resolve: (context, { id }) => deleteChannel(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id(deletedId('Channel', 'The id of the deleted channel.')),
  }),
})
