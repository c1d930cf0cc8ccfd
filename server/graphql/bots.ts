import { connectBot } from '../domain/bots/connect-bot.ts'
import { disconnectBot } from '../domain/bots/disconnect-bot.ts'
import { handBackToBot } from '../domain/bots/hand-back-to-bot.ts'
import { updateBot } from '../domain/bots/update-bot.ts'
import { HandOffReason } from '../generated/prisma/enums.ts'
import { BotProvider } from './bot-providers.ts'
import { builder } from './builder.ts'
import { Channel } from './channels.ts'
import { Chat } from './chats.ts'
import { viewerOf } from './context.ts'
import { encodeGlobalId } from './global-id.ts'
import { loadRow } from './load.ts'
import { verbMutation } from './verb-mutation.ts'

const HandOffReasonEnum = builder.enumType(HandOffReason, {
  name: 'HandOffReason',
  description:
    'BOT_INVITED: it asked for an operator. BOT_FAILED: it did not take a message. BOT_DISCONNECTED: by an admin. OPERATOR_STEPPED_IN: somebody took the chat.',
})

export const Bot = builder.prismaNode('Bot', {
  id: { field: 'id' },
  nullable: true,
  description: "A provider's bot that answers on channels. Its token is never shown.",
  findUnique: (id, context) => ({ id, accountId: viewerOf(context).accountId }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Shown to visitors and operators.' }),
    enabled: t.exposeBoolean('enabled', { description: 'New chats go to it first.' }),
    connected: t.boolean({
      description: 'False when it was disconnected; old chats still name it.',
      resolve: ({ deletedAt }) => deletedAt === null,
    }),
    provider: t.field({
      type: BotProvider,
      authScopes: { admin: true },
      resolve: ({ providerId }, _args, { loaders }) => loadRow(loaders.botProvider, providerId),
    }),
    channels: t.field({
      type: [Channel],
      description: 'Where it answers, by name; at most 500.',
      authScopes: { admin: true },
      resolve: ({ id }, _args, { loaders }) => loaders.channelsOfBot.load(id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.prismaObjectField(Channel, 'bot', (t) =>
  t.field({
    type: Bot,
    nullable: true,
    description: 'Gets every new chat first.',
    resolve: ({ botId }, _args, { loaders }) => (botId ? loaders.bot.load(botId) : null),
  }),
)

builder.prismaObjectFields(Chat, (t) => ({
  bot: t.field({
    type: Bot,
    nullable: true,
    description: 'The bot that answers, or answered first.',
    resolve: ({ botId }, _args, { loaders }) => (botId ? loaders.bot.load(botId) : null),
  }),
  handOffReason: t.expose('handOffReason', {
    type: HandOffReasonEnum,
    nullable: true,
    description: 'Why it went from the bot to the operators; a notice in the chat says more.',
  }),
  agentUnavailableAt: t.expose('agentUnavailableAt', {
    type: 'DateTime',
    nullable: true,
    description: 'While it waits: the bot goes on, because nobody was online when it asked for an operator.',
  }),
}))

builder.queryFields((t) => ({
  bots: t.prismaConnection({
    type: Bot,
    cursor: 'id',
    description: 'Connected bots, oldest first.',
    authScopes: { admin: true },
    resolve: (query, _root, _args, context) =>
      context.services.db.bot.findMany({
        ...query,
        where: { accountId: viewerOf(context).accountId, deletedAt: null },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
  }),
  bot: t.prismaField({
    type: Bot,
    nullable: true,
    authScopes: { admin: true },
    args: { id: t.arg.globalID({ for: [Bot] }) },
    resolve: (query, _root, { id }, context) =>
      context.services.db.bot.findFirst({
        ...query,
        where: { id: id.id, accountId: viewerOf(context).accountId },
      }),
  }),
}))

verbMutation('connectBot', {
  description: 'Admins only. CONFLICT for a token that is in use, or a channel on which another bot answers.',
  input: (t) => ({
    providerId: t.globalID({ for: [BotProvider] }),
    name: t.string(),
    token: t.string({ description: 'From the provider; kept encrypted, it cannot be read again.' }),
    channelIds: t.globalIDList({ for: [Channel] }),
  }),
  resolve: (context, { providerId, channelIds, ...input }) =>
    connectBot(context.services, {
      viewer: viewerOf(context),
      ...input,
      providerId: providerId.id,
      channelIds: channelIds.map(({ id }) => id),
    }),
  payload: (t) => ({ bot: t.field({ type: Bot, nullable: true, resolve: ({ value }) => value }) }),
})

verbMutation('updateBot', {
  description:
    'Admins only. What is left out stays. `channelIds` are all channels from then on. Switched off, its chats go to the operators.',
  input: (t) => ({
    id: t.globalID({ for: [Bot] }),
    name: t.string({ required: false }),
    token: t.string({ required: false }),
    channelIds: t.globalIDList({ for: [Channel], required: false }),
    enabled: t.boolean({ required: false }),
  }),
  resolve: (context, { id, channelIds, ...input }) =>
    updateBot(context.services, {
      viewer: viewerOf(context),
      ...input,
      id: id.id,
      channelIds: channelIds?.map((channel) => channel.id),
    }),
  payload: (t) => ({ bot: t.field({ type: Bot, nullable: true, resolve: ({ value }) => value }) }),
})

verbMutation('disconnectBot', {
  description: 'Admins only. Its token gets 401 and its chats go to the operators.',
  input: (t) => ({ id: t.globalID({ for: [Bot] }) }),
  resolve: (context, { id }) => disconnectBot(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id({ nullable: true, resolve: ({ value }) => value && encodeGlobalId('Bot', value) }),
  }),
})

verbMutation('handBackToBot', {
  description:
    "Gives a chat (back) to the channel's bot: the operators leave, the bot gets the visitor's next message.",
  input: (t) => ({ chatId: t.globalID({ for: [Chat] }) }),
  resolve: (context, { chatId }) =>
    handBackToBot(context.services, { viewer: viewerOf(context), chatId: chatId.id }),
  payload: (t) => ({ chat: t.field({ type: Chat, nullable: true, resolve: ({ value }) => value }) }),
})
