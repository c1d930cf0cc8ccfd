import { testBot } from '../domain/bots/settings/test-bot.ts'
import { administeredBy } from '../domain/viewer.ts'
import { type BotEvent as BotEventRow, Prisma } from '../generated/prisma/client.ts'
import { BotEventDirection, BotEventState } from '../generated/prisma/enums.ts'
import { Attempt, NEXT_ATTEMPT_AT } from './attempts.ts'
import { Bot } from './bots.ts'
import { Chat } from './chats.ts'
import { builder } from './kit/builder.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { nestedPage } from './kit/nested-page.ts'
import { verbMutation } from './kit/verb-mutation.ts'

const DirectionEnum = builder.enumType(BotEventDirection, {
  name: 'BotEventDirection',
  description: 'The direction of an event.',
  values: {
    IN: { description: 'From the bot provider.' },
    OUT: { description: 'To the bot provider.' },
  },
})

const StateEnum = builder.enumType(BotEventState, {
  name: 'BotEventState',
  description:
    'The state of an event. Outgoing events are PENDING, SENT, FAILED or SKIPPED; incoming ones are RECEIVED, REPEATED, LATE or REFUSED.',
  values: {
    PENDING: { description: 'Being sent, or waiting for the next attempt.' },
    SENT: { description: 'The provider answered with 2xx.' },
    FAILED: { description: 'All three attempts failed.' },
    SKIPPED: { description: 'Not sent, because the bot no longer had the chat.' },
    RECEIVED: { description: 'Accepted.' },
    REPEATED: { description: 'The same reply again, caused by a retried event; the visitor sees it once.' },
    LATE: {
      description: 'A reply that arrived after the bot had handed the chat over; not sent to the visitor.',
    },
    REFUSED: { description: 'Answered with an error.' },
  },
})

const BotEvent = builder.prismaNode('BotEvent', {
  id: { field: 'id' },
  nullable: true,
  description: 'One event to or from a bot, as shown in the log. Kept for 30 days. Admins only.',
  findUnique: (id, context) => ({ id, ...administeredBy(viewerOf(context)) }),
  authScopes: { admin: true },
  fields: (t) => ({
    eventId: t.string({
      description: 'The `id` that an outgoing event carries, the same in every attempt.',
      resolve: ({ id }) => id,
    }),
    bot: t.field({
      type: Bot,
      description: 'The bot that got or sent it.',
      resolve: ({ botId }, _args, { loaders }) => loadRow(loaders.bot, botId),
    }),
    direction: t.expose('direction', { type: DirectionEnum, description: 'Its direction.' }),
    kind: t.exposeString('kind', {
      description:
        'The value of `event` in the body, for example CLIENT_MESSAGE or BOT_MESSAGE; an unknown value is kept as it arrived.',
    }),
    state: t.expose('state', { type: StateEnum, description: 'Its current state.' }),
    body: t.string({
      nullable: true,
      description: 'The body, as JSON text. Null before the first attempt.',
      // PostgreSQL writes JSON with spaces; what was sent is shown byte for byte.
      resolve: ({ direction, body }) =>
        direction === 'IN' && body !== null ? JSON.stringify(JSON.parse(body)) : body,
    }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'Why it was refused or not shown, or which part of it was dropped.',
    }),
    attempts: t.exposeInt('attempts', {
      description:
        'How many attempts were made to send an outgoing event; three at most. 0 for an incoming one.',
    }),
    log: t.field({
      type: [Attempt],
      description:
        'Every attempt to send an outgoing event, oldest first; at most three. Empty for an incoming one.',
      resolve: ({ id }, _args, { loaders }) => loaders.logOfItem.load(id),
    }),
    nextAttemptAt: t.field(NEXT_ATTEMPT_AT),
    chat: t.field({
      type: Chat,
      nullable: true,
      description: 'The chat it belongs to. Null for a test, and for an event that names no chat of the bot.',
      resolve: ({ chatId }, _args, { loaders }) => (chatId ? loaders.chat.load(chatId) : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const BotEventConnection = connectionOf('BotEvent', BotEvent, { counted: 'never' })

builder.prismaObjectField(Bot, 'events', (t) =>
  t.prismaConnection(
    {
      type: BotEvent,
      cursor: 'id',
      description: 'What was sent to it and what it sent, newest first. Admins only.',
      authScopes: { admin: true },
      args: {
        state: t.arg({ type: StateEnum, required: false, description: 'Return only events in this state.' }),
        direction: t.arg({
          type: DirectionEnum,
          required: false,
          description: 'Return only events in this direction.',
        }),
      },
      resolve: (query, { id, accountId }, { state, direction }, context) => {
        const cursorWhere = Prisma.sql`"accountId" = ${accountId}::uuid AND "botId" = parent.id`
        const where = Prisma.join(
          [
            cursorWhere,
            ...(state ? [Prisma.sql`"state" = ${state}::"BotEventState"`] : []),
            ...(direction ? [Prisma.sql`"direction" = ${direction}::"BotEventDirection"`] : []),
          ],
          ' AND ',
        )
        // Events of one transaction have the same time; the one written first has the lower position.
        return nestedPage<BotEventRow>(
          context,
          id,
          { table: 'BotEvent', where, cursorWhere, order: ['createdAt', 'position'], direction: 'desc' },
          query,
        )
      },
    },
    BotEventConnection,
  ),
)

verbMutation('testBot', {
  description:
    'Admins only. Sends a sample CLIENT_MESSAGE with `chat_id` 0, without retries. Whatever the bot posts to that conversation is logged and otherwise ignored.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Bot], description: 'The bot to test.' }) }),
  resolve: (context, { id }) => testBot(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    event: t.field({
      type: BotEvent,
      nullable: true,
      description: 'The event that was sent, with the status, duration and body of the answer.',
      resolve: ({ value }) => value?.event,
    }),
    answeredEvent: t.string({
      nullable: true,
      description:
        'The event in the body of the answer, as JSON text. Null when there is none; the bot may send it later in a separate request.',
      resolve: ({ value }) => (value?.answered ? JSON.stringify(value.answered) : null),
    }),
    note: t.string({
      nullable: true,
      description: 'Why the event in the answer could not be accepted. Null when it was, or there was none.',
      resolve: ({ value }) => value?.note,
    }),
  }),
})
