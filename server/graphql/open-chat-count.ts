import { type ChatHolder, countOpenChats } from '../domain/chats/count-open-chats.ts'
import { BotProvider } from './bot-providers.ts'
import { Bot } from './bots.ts'
import { builder } from './builder.ts'
import { Channel } from './channels.ts'
import { viewerOf } from './context.ts'
import { Department } from './departments.ts'
import { Operator } from './operators.ts'

builder.queryField('openChatCount', (t) =>
  t.int({
    description:
      'How many open chats a channel, a department or an operator has, or a bot or a bot provider answers: what it touches to delete, disconnect or deactivate it.',
    authScopes: { admin: true },
    args: { of: t.arg.globalID({ for: [Channel, Department, Bot, BotProvider, Operator], required: true }) },
    resolve: (_root, { of }, context) =>
      countOpenChats(context.services, {
        viewer: viewerOf(context),
        holder: of.typename as ChatHolder,
        id: of.id,
      }),
  }),
)
