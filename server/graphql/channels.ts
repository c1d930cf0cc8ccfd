import { automaticKinds } from '../domain/automatic-messages/automatic-kinds.ts'
import { OFFER_SECONDS } from '../domain/channels/channel-fields.ts'
import { channelsWithin } from '../domain/viewer.ts'
import type { Channel as ChannelRow } from '../generated/prisma/client.ts'
import { ChannelKind, ChatRouting } from '../generated/prisma/enums.ts'
import { AutomaticMessage } from './automatic-messages.ts'
import { ChannelSettings, loadSettings } from './channel-settings.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { Operator } from './operators.ts'

const KindEnum = builder.enumType(ChannelKind, {
  name: 'ChannelKind',
  description: 'How visitors are connected.',
  values: {
    CHAT_API: { description: "A system of the company's own that uses the REST chat API." },
    WIDGET: { description: 'A script on a website, whose id is the `publicId` of the channel.' },
  },
})

export const ChatRoutingEnum = builder.enumType(ChatRouting, {
  name: 'ChatRouting',
  description:
    "Who is offered the waiting chats of a channel. Everyone who sees the channel sees them in any case, and can accept them. Offers go to operators of the channel who are online and have fewer chats than `Operator.maxChats`, those of the chat's department first. When all of them have had an offer, the chat is offered again, to twice as many at once and for twice as long each time.",
  values: {
    EVERYONE: { description: 'All operators of the channel are told, and whoever is first takes it.' },
    LEAST_BUSY: { description: 'The operator with the fewest chats is offered it, then the next.' },
    ROUND_ROBIN: { description: 'The operators are offered the chats in turn.' },
    ASSIGN: { description: 'The operator with the fewest chats gets it without being asked.' },
  },
})

/** The description of the time that an offer lasts. */
export const OFFER_TIME = `How many seconds an operator has to answer an offer of the routing before the next one gets it; ${OFFER_SECONDS.least} to ${OFFER_SECONDS.most}, 30 by default.`

export const Channel = builder.prismaNode('Channel', {
  id: { field: 'id' },
  nullable: true,
  description: 'A way for visitors to reach the operators.',
  findUnique: (id, context) => ({ id, AND: [channelsWithin(viewerOf(context))] }),
  fields: (t) => ({
    kind: t.expose('kind', { type: KindEnum, description: 'How its visitors are connected.' }),
    name: t.exposeString('name'),
    publicId: t.exposeString('publicId', {
      description: 'The public id (`SVC_PUBLIC_ID`), which is part of the addresses of a chat channel.',
    }),
    settings: t.field({
      type: ChannelSettings,
      description: 'The settings that only its kind of channel has.',
      resolve: (channel, _args, { loaders }) => loadSettings(loaders, channel),
    }),
    botCounts: t.exposeBoolean('botCounts', {
      description:
        'Whether the status is 1 while a bot answers on this channel, even when no operator is available.',
    }),
    botOutsideHours: t.exposeBoolean('botOutsideHours', {
      description:
        'Whether the bot gets new chats, and counts as `botCounts` says, also outside the business hours of the channel.',
    }),
    mediaHosts: t.stringList({
      description:
        'Hosts (with the port, unless it is the usual one) whose pictures, stickers and videos operators see without asking for them; at most 50. Every other server learns the IP address of an operator only after they asked for a file of it.',
      // Two admins may have added the same one at the same time.
      resolve: ({ mediaHosts }) => [...new Set(mediaHosts)],
    }),
    requiresTag: t.exposeBoolean('requiresTag', {
      description:
        'Whether a chat without tags is closed only with `withoutTag`: otherwise TAG_REQUIRED. Chats that end by themselves are exempt.',
    }),
    routing: t.expose('routing', { type: ChatRoutingEnum, description: 'Who is offered its waiting chats.' }),
    offerSeconds: t.exposeInt('offerSeconds', { description: OFFER_TIME }),
    automaticMessages: t.field({
      type: [AutomaticMessage],
      description:
        'The messages that are sent automatically, at most one of each kind. Null for all but admins.',
      nullable: true,
      resolve: async ({ id }, _args, { loaders, viewer }) => {
        if (viewer?.role !== 'ADMIN') return null
        const messages = await loaders.automaticMessagesOfChannel.load(id)
        // During an upgrade, a later version may have set up others.
        return messages.filter(({ kind }) => Object.hasOwn(automaticKinds, kind))
      },
    }),
    paused: t.boolean({
      description:
        'Whether it is paused: the status is 0, and messages get 503, so that the client sends them again later.',
      resolve: ({ pausedAt }) => pausedAt !== null,
    }),
    operators: t.field({
      type: [Operator],
      description: `The operators who receive its chats, by name, without deactivated ones; at most ${MAX_LIST}.`,
      resolve: ({ id }, _args, { loaders }) => loaders.operatorsOfChannel.load(id),
    }),
    operatorCount: t.field({
      type: 'Int',
      description: 'How many operators receive its chats, without deactivated ones.',
      resolve: ({ id }, _args, { loaders }) => loaders.operatorCountOfChannel.load(id),
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
        listPage(
          context,
          query,
          { table: 'Channel' },
          context.services.db.channel.findMany({
            ...query,
            where: channelsWithin(viewerOf(context)),
            orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          }),
        ),
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

/** The field of a payload with the channel that was changed. */
export const channelNow = {
  type: Channel,
  nullable: true,
  description: 'The channel, as it is now.',
  resolve: ({ value }: { value: ChannelRow | null }) => value,
} as const
