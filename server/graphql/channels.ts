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
import { viewerOf } from './context.ts'
import { encodeGlobalId } from './global-id.ts'
import { Operator } from './operators.ts'
import { verbMutation } from './verb-mutation.ts'

const KindEnum = builder.enumType(ChannelKind, {
  name: 'ChannelKind',
  description: "CHAT_API: a system of the company's own, over REST (contract, interface A).",
})

export const Channel = builder.prismaNode('Channel', {
  id: { field: 'id' },
  nullable: true,
  description: 'Where visitors write from (contract, part 2.1).',
  findUnique: (id, context) => ({ id, AND: [channelsWithin(viewerOf(context))] }),
  fields: (t) => ({
    kind: t.expose('kind', { type: KindEnum }),
    name: t.exposeString('name'),
    publicId: t.exposeString('publicId', { description: "The contract's SVC_PUBLIC_ID." }),
    serverUrl: t.exposeString('serverUrl', {
      description: 'The client endpoint: replies are posted to this address followed by the public id (A3).',
    }),
    replyUrl: t.string({
      description:
        'Where exactly replies are posted to: a query of the server URL stays behind the public id.',
      resolve: (channel) => clientUrl(channel),
    }),
    chunked: t.exposeBoolean('chunked', {
      description: 'Replies are sent with chunked transfer encoding instead of Content-Length.',
    }),
    acceptsAny2xx: t.exposeBoolean('acceptsAny2xx', {
      description:
        'Any 2xx of the client counts as delivered, whatever its body says, unless that is the {"error":…} of the contract. Otherwise only 200 with {"result":"ok"} does.',
    }),
    botCounts: t.exposeBoolean('botCounts', {
      description: 'While a bot answers here the status is 1, also without an operator.',
    }),
    paused: t.boolean({
      description: 'The status is 0 and messages get 503, which tells the client to send them again later.',
      resolve: ({ pausedAt }) => pausedAt !== null,
    }),
    address: t.string({
      nullable: true,
      description:
        'Where the client posts to (A2); GET with /status behind it is A1. Who knows it may write. Null for operators, inside events, and when SECRET_KEY was changed: rotate the secret then.',
      resolve: (channel, _args, { services, viewer, shared }) =>
        !shared && viewer?.role === 'ADMIN' ? channelAddress(services.env, channel) : null,
    }),
    operators: t.field({
      type: [Operator],
      description: 'Who receives its chats, by name, without those who are deactivated.',
      resolve: ({ id }, _args, { loaders }) => loaders.operatorsOfChannel.load(id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  channels: t.prismaConnection({
    type: Channel,
    cursor: 'id',
    description: 'Oldest first. Operators see those that they are assigned to.',
    authScopes: { signedIn: true },
    resolve: (query, _root, _args, context) =>
      context.services.db.channel.findMany({
        ...query,
        where: channelsWithin(viewerOf(context)),
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
  }),
  channel: t.prismaField({
    type: Channel,
    nullable: true,
    description: 'Null for what the viewer may not see.',
    authScopes: { signedIn: true },
    args: { id: t.arg.globalID({ for: [Channel] }) },
    resolve: (query, _root, { id }, context) =>
      context.services.db.channel.findFirst({
        ...query,
        where: { id: id.id, AND: [channelsWithin(viewerOf(context))] },
      }),
  }),
}))

verbMutation('createChannel', {
  description: 'Admins only. PRIVATE_TARGET for a server URL inside the network that is not allowed.',
  input: (t) => ({
    name: t.string(),
    serverUrl: t.string({ description: 'http(s); replies are posted to it followed by the public id.' }),
    chunked: t.boolean(),
    acceptsAny2xx: t.boolean({ required: false, description: 'Off unless it is given.' }),
    operatorIds: t.globalIDList({ for: [Operator] }),
  }),
  resolve: (context, { operatorIds, ...input }) =>
    createChannel(context.services, {
      viewer: viewerOf(context),
      ...input,
      operatorIds: operatorIds.map(({ id }) => id),
    }),
  payload: (t) => ({ channel: t.field({ type: Channel, nullable: true, resolve: ({ value }) => value }) }),
})

verbMutation('updateChannel', {
  description: 'Admins only. What is left out stays. `operatorIds` are all operators from then on.',
  input: (t) => ({
    id: t.globalID({ for: [Channel] }),
    name: t.string({ required: false }),
    serverUrl: t.string({ required: false }),
    chunked: t.boolean({ required: false }),
    acceptsAny2xx: t.boolean({ required: false }),
    botCounts: t.boolean({ required: false }),
    operatorIds: t.globalIDList({ for: [Operator], required: false }),
  }),
  resolve: (context, { id, operatorIds, ...input }) =>
    updateChannel(context.services, {
      viewer: viewerOf(context),
      ...input,
      id: id.id,
      operatorIds: operatorIds?.map((operator) => operator.id),
    }),
  payload: (t) => ({ channel: t.field({ type: Channel, nullable: true, resolve: ({ value }) => value }) }),
})

const channelVerbs = [
  ['pauseChannel', 'Admins only. Takes no messages until it is resumed.', pauseChannel],
  ['resumeChannel', 'Admins only. Takes messages again.', resumeChannel],
  [
    'rotateChannelSecret',
    'Admins only. Another random string; the old address answers 404 at once.',
    rotateChannelSecret,
  ],
  [
    'rotateChannelPublicId',
    'Admins only. Another public id; the old address answers 404 at once.',
    rotateChannelPublicId,
  ],
] as const

for (const [name, description, verb] of channelVerbs) {
  verbMutation(name, {
    description,
    input: (t) => ({ id: t.globalID({ for: [Channel] }) }),
    resolve: (context, { id }) => verb(context.services, { viewer: viewerOf(context), id: id.id }),
    payload: (t) => ({ channel: t.field({ type: Channel, nullable: true, resolve: ({ value }) => value }) }),
  })
}

verbMutation('deleteChannel', {
  description: 'Admins only. Its address answers 404 and its open chats are closed.',
  input: (t) => ({ id: t.globalID({ for: [Channel] }) }),
  resolve: (context, { id }) => deleteChannel(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id({ nullable: true, resolve: ({ value }) => value && encodeGlobalId('Channel', value) }),
  }),
})
