import { type ChatHolder, countOpenChats } from '../domain/chats/count-open-chats.ts'
import { BotProvider } from './bot-providers.ts'
import { Bot } from './bots.ts'
import { Channel } from './channels.ts'
import { Department } from './departments.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { Operator } from './operators.ts'

builder.queryField('openChatCount', (t) =>
  t.int({
    description:
      'How many open chats belong to a channel, department or operator, or are answered by a bot or the bots of a provider: those that deleting, disconnecting or deactivating it would affect. Admins only.',
    authScopes: { admin: true },
    args: {
      of: t.arg.globalID({
        for: [Channel, Department, Bot, BotProvider, Operator],
        required: true,
        description: 'The `id` of a channel, department, bot, bot provider or operator.',
      }),
    },
    resolve: (_root, { of }, context) =>
      countOpenChats(context.services, {
        viewer: viewerOf(context),
        holder: of.typename as ChatHolder,
        id: of.id,
      }),
  }),
)
