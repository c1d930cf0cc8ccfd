import { channelAddress } from '../domain/channels/channel-address.ts'
import { createChannel } from '../domain/channels/create-channel.ts'
import { deleteChannel } from '../domain/channels/delete-channel.ts'
import { pauseChannel } from '../domain/channels/pause-channel.ts'
import { resumeChannel } from '../domain/channels/resume-channel.ts'
import { rotateChannelPublicId } from '../domain/channels/rotate-channel-public-id.ts'
import { rotateChannelSecret } from '../domain/channels/rotate-channel-secret.ts'
import { updateChannel } from '../domain/channels/update-channel.ts'
import { clientUrl } from '../domain/deliveries/client-message.ts'
import { channelsWithin } from '../domain/viewer.ts'
import { ChannelKind } from '../generated/prisma/enums.ts'
import { builder } from './builder.ts'
import { connectionOf } from './connection.ts'
import { viewerOf } from './context.ts'
import { encodeGlobalId } from './global-id.ts'
import { Operator } from './operators.ts'
import { verbMutation } from './verb-mutation.ts'

const KindEnum = builder.enumType(ChannelKind, {
  name: 'ChannelKind',
  description: 'How visitors are connected.',
  values: { CHAT_API: { description: "A system of the company's own that uses the REST chat API." } },
})

export const Channel = builder.prismaNode('Channel', {
  id: { field: 'id' },
  nullable: true,
  description: 'A way for visitors to reach the operators.',
  findUnique: (id, context) => ({ id, AND: [channelsWithin(viewerOf(context))] }),
  fields: (t) => ({
    kind: t.expose('kind', { type: KindEnum, description: 'How its visitors are connected.' }),
    name: t.exposeString('name'),
    publicId: t.exposeString('publicId', {
      description: 'The public id (`SVC_PUBLIC_ID`), which is part of `address` and `replyUrl`.',
    }),
    serverUrl: t.exposeString('serverUrl', {
      description:
        'The client endpoint, as an admin entered it. Replies are posted to this address followed by `/` and the public id: see `replyUrl`.',
    }),
    replyUrl: t.string({
      description:
        'The exact address that replies are posted to. A query string of `serverUrl` is kept after the public id.',
      resolve: (channel) => clientUrl(channel),
    }),
    chunked: t.exposeBoolean('chunked', {
      description: 'Whether replies are sent with chunked transfer encoding instead of Content-Length.',
    }),
    acceptsAny2xx: t.exposeBoolean('acceptsAny2xx', {
      description:
        'Whether any 2xx answer of the client counts as delivered, whatever its body says, unless the body is {"error":…}. When false, only 200 with {"result":"ok"} does.',
    }),
    botCounts: t.exposeBoolean('botCounts', {
      description:
        'Whether the status is 1 while a bot answers on this channel, even when no operator is available.',
    }),
    paused: t.boolean({
      description:
        'Whether it is paused: the status is 0, and messages get 503, so that the client sends them again later.',
      resolve: ({ pausedAt }) => pausedAt !== null,
    }),
    address: t.string({
      nullable: true,
      description:
        'The address that the client posts messages to; the same address with `/status` appended returns the status. It contains a secret: whoever knows it can write. Null for operators, inside events, and after SECRET_KEY was changed, in which case the secret has to be rotated.',
      resolve: (channel, _args, { services, viewer, shared }) =>
        !shared && viewer?.role === 'ADMIN' ? channelAddress(services.env, channel) : null,
    }),
    operators: t.field({
      type: [Operator],
      description: 'The operators who receive its chats, by name, without deactivated ones; at most 500.',
      resolve: ({ id }, _args, { loaders }) => loaders.operatorsOfChannel.load(id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const ChannelConnection = connectionOf('Channel', Channel, { counted: 'always' })

builder.queryFields((t) => ({
  channels: t.prismaConnection(
    {
      type: Channel,
      cursor: 'id',
      description:
        'The channels of the account, oldest first. Operators see those that they are assigned to.',
      authScopes: { signedIn: true },
      totalCount: (_root, _args, context) =>
        context.services.db.channel.count({ where: channelsWithin(viewerOf(context)) }),
      resolve: (query, _root, _args, context) =>
        context.services.db.channel.findMany({
          ...query,
          where: channelsWithin(viewerOf(context)),
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        }),
    },
    ChannelConnection,
  ),
  channel: t.prismaField({
    type: Channel,
    nullable: true,
    description: 'One channel. Null when there is none with this id, or the viewer may not see it.',
    authScopes: { signedIn: true },
    args: { id: t.arg.globalID({ for: [Channel], description: 'The `id` of the channel.' }) },
    resolve: (query, _root, { id }, context) =>
      context.services.db.channel.findFirst({
        ...query,
        where: { id: id.id, AND: [channelsWithin(viewerOf(context))] },
      }),
  }),
}))

verbMutation('createChannel', {
  description: 'Admins only. Creates a channel with an `address` of its own.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'NOT_FOUND', 'PRIVATE_TARGET', 'TOO_LONG'],
  input: (t) => ({
    name: t.string({ description: '1 to 100 characters.' }),
    serverUrl: t.string({
      description:
        'Where to post replies: an http(s) URL, to which the public id is added as the last path segment.',
    }),
    chunked: t.boolean({ description: 'See `Channel.chunked`.' }),
    acceptsAny2xx: t.boolean({
      required: false,
      description: 'See `Channel.acceptsAny2xx`; false by default.',
    }),
    operatorIds: t.globalIDList({
      for: [Operator],
      description: 'The operators who receive its chats; at most 500.',
    }),
  }),
  resolve: (context, { operatorIds, ...input }) =>
    createChannel(context.services, {
      viewer: viewerOf(context),
      ...input,
      operatorIds: operatorIds.map(({ id }) => id),
    }),
  payload: (t) => ({
    channel: t.field({
      type: Channel,
      nullable: true,
      description: 'The channel, as it is now.',
      resolve: ({ value }) => value,
    }),
  }),
})

verbMutation('updateChannel', {
  description: 'Admins only. Omitted fields are unchanged.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'NOT_FOUND', 'PRIVATE_TARGET', 'TOO_LONG'],
  input: (t) => ({
    id: t.globalID({ for: [Channel], description: 'The channel to change.' }),
    name: t.string({ required: false, description: '1 to 100 characters.' }),
    serverUrl: t.string({ required: false, description: 'See `CreateChannelInput.serverUrl`.' }),
    chunked: t.boolean({ required: false, description: 'See `Channel.chunked`.' }),
    acceptsAny2xx: t.boolean({ required: false, description: 'See `Channel.acceptsAny2xx`.' }),
    botCounts: t.boolean({ required: false, description: 'See `Channel.botCounts`.' }),
    operatorIds: t.globalIDList({
      for: [Operator],
      required: false,
      description: 'All operators who receive its chats, replacing the current ones; at most 500.',
    }),
  }),
  resolve: (context, { id, operatorIds, ...input }) =>
    updateChannel(context.services, {
      viewer: viewerOf(context),
      ...input,
      id: id.id,
      operatorIds: operatorIds?.map((operator) => operator.id),
    }),
  payload: (t) => ({
    channel: t.field({
      type: Channel,
      nullable: true,
      description: 'The channel, as it is now.',
      resolve: ({ value }) => value,
    }),
  }),
})

const channelVerbs = [
  ['pauseChannel', 'Admins only. The channel accepts no messages until it is resumed.', pauseChannel],
  ['resumeChannel', 'Admins only. The channel accepts messages again.', resumeChannel],
  [
    'rotateChannelSecret',
    'Admins only. Gives the channel a new secret, and so a new `address`. The old address returns 404 immediately.',
    rotateChannelSecret,
  ],
  [
    'rotateChannelPublicId',
    'Admins only. Gives the channel a new public id, and so a new `address` and `replyUrl`. The old address returns 404 immediately.',
    rotateChannelPublicId,
  ],
] as const

for (const [name, description, verb] of channelVerbs) {
  verbMutation(name, {
    description,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    input: (t) => ({ id: t.globalID({ for: [Channel], description: 'The channel.' }) }),
    resolve: (context, { id }) => verb(context.services, { viewer: viewerOf(context), id: id.id }),
    payload: (t) => ({
      channel: t.field({
        type: Channel,
        nullable: true,
        description: 'The channel, as it is now.',
        resolve: ({ value }) => value,
      }),
    }),
  })
}

verbMutation('deleteChannel', {
  description: 'Admins only. Its address returns 404 from then on, and its open chats are closed.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Channel], description: 'The channel to delete.' }) }),
  resolve: (context, { id }) => deleteChannel(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id({
      nullable: true,
      description: 'The id of the deleted channel.',
      resolve: ({ value }) => value && encodeGlobalId('Channel', value),
    }),
  }),
})
