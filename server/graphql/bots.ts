import { handBackToBot } from '../domain/bots/handover/hand-back-to-bot.ts'
import { connectBot } from '../domain/bots/settings/connect-bot.ts'
import { disconnectBot } from '../domain/bots/settings/disconnect-bot.ts'
import { updateBot } from '../domain/bots/settings/update-bot.ts'
import type { Viewer } from '../domain/viewer.ts'
import { HandOffReason } from '../generated/prisma/enums.ts'
import { Actor } from './actors.ts'
import { BotProvider } from './bot-providers.ts'
import { Channel } from './channels.ts'
import { Chat, chatNow } from './chats.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { idempotencyKey } from './kit/idempotency-key.ts'
import { loadRow } from './kit/load.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'

export const HandOffReasonEnum = builder.enumType(HandOffReason, {
  name: 'HandOffReason',
  description: 'Why a chat went from a bot to the operators.',
  values: {
    BOT_INVITED: { description: 'The bot asked for an operator.' },
    BOT_FAILED: { description: 'The bot did not accept a message.' },
    BOT_DISCONNECTED: { description: 'An admin disconnected the bot or switched it off.' },
    OPERATOR_STEPPED_IN: { description: 'An operator accepted the chat while the bot answered.' },
  },
})

export const Bot = builder.prismaNode('Bot', {
  interfaces: [Actor],
  id: { field: 'id' },
  nullable: true,
  description:
    'A bot of a provider, which answers new chats on its channels first. Its token is never shown.',
  findUnique: (id, context) => ({ id, accountId: viewerOf(context).accountId }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Shown to visitors and operators.' }),
    enabled: t.exposeBoolean('enabled', {
      description: 'Whether it is switched on. New chats go to an enabled bot first.',
    }),
    connected: t.boolean({
      description: 'False after it was disconnected. It is kept because old chats refer to it.',
      resolve: ({ deletedAt }) => deletedAt === null,
    }),
    provider: t.field({
      type: BotProvider,
      description: 'The platform that it runs on. Admins only.',
      authScopes: { admin: true },
      resolve: ({ providerId }, _args, { loaders }) => loadRow(loaders.botProvider, providerId),
    }),
    channels: t.field({
      type: [Channel],
      description: `The channels that it answers on, by name; at most ${MAX_LIST}. Admins only.`,
      authScopes: { admin: true },
      resolve: ({ id }, _args, { loaders }) => loaders.channelsOfBot.load(id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const BotConnection = connectionOf('Bot', Bot, { counted: 'always' })

builder.prismaObjectField(Channel, 'bot', (t) =>
  t.field({
    type: Bot,
    nullable: true,
    description: 'The bot that gets new chats first while it is enabled.',
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
    description: 'Why the bot handed it over to the operators. A notice in the chat gives details.',
  }),
  operatorUnavailableAt: t.expose('agentUnavailableAt', {
    type: 'DateTime',
    nullable: true,
    description:
      'When the bot asked for an operator and none was online, or when all had left since: while the chat waits, the bot continues to answer. Null otherwise.',
  }),
}))

const connectedBots = (viewer: Viewer) => ({ accountId: viewer.accountId, deletedAt: null })

builder.queryFields((t) => ({
  bots: t.prismaConnection(
    {
      type: Bot,
      cursor: 'id',
      description: 'The connected bots of the account, oldest first. Admins only.',
      authScopes: { admin: true },
      totalCount: (_root, _args, context) =>
        context.services.db.bot.count({ where: connectedBots(viewerOf(context)) }),
      resolve: (query, _root, _args, context) =>
        listPage(
          context,
          query,
          { table: 'Bot' },
          context.services.db.bot.findMany({
            ...query,
            where: connectedBots(viewerOf(context)),
            orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          }),
        ),
    },
    BotConnection,
  ),
  bot: t.prismaField({
    type: Bot,
    nullable: true,
    description: 'One bot, connected or not. Null when there is none with this id. Admins only.',
    authScopes: { admin: true },
    args: { id: t.arg.globalID({ for: [Bot], description: 'The `id` of the bot.' }) },
    resolve: (query, _root, { id }, context) =>
      context.services.db.bot.findFirst({
        ...query,
        where: { id: id.id, accountId: viewerOf(context).accountId },
      }),
  }),
}))

verbMutation('connectBot', {
  description: 'Admins only. Connects a bot of a provider and makes it answer on channels.',
  errors: ['BLANK', 'FORBIDDEN', 'IDEMPOTENCY_KEY_REUSED', 'INVALID', 'NOT_FOUND', 'TAKEN', 'TOO_LONG'],
  input: (t) => ({
    ...idempotencyKey(t),
    providerId: t.globalID({ for: [BotProvider], description: 'The platform that it runs on.' }),
    name: t.string({ description: 'Shown to visitors and operators; 1 to 100 characters.' }),
    token: t.string({
      description:
        'The token that the provider issued for the bot: 1 to 1024 ASCII characters without spaces. It is stored encrypted and cannot be read again.',
    }),
    channelIds: t.globalIDList({
      for: [Channel],
      description: `The channels to answer on; at most ${MAX_LIST}.`,
    }),
  }),
  joinsProblems: true,
  resolve: (context, { providerId, channelIds, ...input }, problems) =>
    connectBot(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      providerId: providerId.id,
      channelIds: channelIds.map(({ id }) => id),
    }),
  payload: (t) => ({
    bot: t.field(returned(Bot, 'The bot, as it is now.')),
  }),
})

verbMutation('updateBot', {
  description: 'Admins only. Omitted fields are unchanged.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'NOT_FOUND', 'TAKEN', 'TOO_LONG'],
  input: (t) => ({
    id: t.globalID({ for: [Bot], description: 'The bot to change.' }),
    name: t.string({ required: false, description: 'Shown to visitors and operators; 1 to 100 characters.' }),
    token: t.string({ required: false, description: 'A new token; see `ConnectBotInput.token`.' }),
    channelIds: t.globalIDList({
      for: [Channel],
      required: false,
      description: `All channels to answer on, replacing the current ones; at most ${MAX_LIST}.`,
    }),
    enabled: t.boolean({
      required: false,
      description: 'False switches the bot off; its chats go to the operators.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, { id, channelIds, ...input }, problems) =>
    updateBot(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      id: id.id,
      channelIds: channelIds?.map((channel) => channel.id),
    }),
  payload: (t) => ({
    bot: t.field(returned(Bot, 'The bot, as it is now.')),
  }),
})

verbMutation('disconnectBot', {
  description:
    'Admins only. Requests with its token get 401 from then on, and its chats go to the operators.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Bot], description: 'The bot to disconnect.' }) }),
  resolve: (context, { id }) => disconnectBot(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    bot: t.field(returned(Bot, 'The bot, as it is now.')),
  }),
})

verbMutation('handBackToBot', {
  description:
    "Hands a chat over to the channel's bot: the operators leave, and the bot gets the visitor's next message. Only an operator in the chat, a supervisor or an admin may do this; while a chat waits, anyone who can see it.",
  errors: ['CHAT_CLOSED', 'NOT_FOUND', 'NOT_IN_CHAT', 'NO_BOT'],
  input: (t) => ({ chatId: t.globalID({ for: [Chat], description: 'The chat to give to the bot.' }) }),
  resolve: (context, { chatId }) =>
    handBackToBot(context.services, { viewer: viewerOf(context), chatId: chatId.id }),
  payload: (t) => ({ chat: t.field(chatNow) }),
})
