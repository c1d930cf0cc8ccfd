import type { AttemptEntry } from '../domain/bots/attempt-entry.ts'
import { testBot } from '../domain/bots/test-bot.ts'
import { administeredBy } from '../domain/viewer.ts'
import { type BotEvent as BotEventRow, Prisma } from '../generated/prisma/client.ts'
import { BotEventDirection, BotEventState } from '../generated/prisma/enums.ts'
import { Bot } from './bots.ts'
import { builder } from './builder.ts'
import { Chat } from './chats.ts'
import { viewerOf } from './context.ts'
import { nestedPage } from './nested-page.ts'
import { verbMutation } from './verb-mutation.ts'

const DirectionEnum = builder.enumType(BotEventDirection, {
  name: 'BotEventDirection',
  description: 'IN: from the provider. OUT: to it.',
})

const StateEnum = builder.enumType(BotEventState, {
  name: 'BotEventState',
  description:
    'Out: PENDING, SENT (answered with 2xx), FAILED (three times not), SKIPPED (the chat had left the bot). In: RECEIVED, REPEATED (the same reply again because of our retries), LATE (not sent to the visitor), REFUSED (answered with an error).',
})

const Attempt = builder.objectRef<AttemptEntry>('BotEventAttempt').implement({
  description: 'One request to the bot.',
  fields: (t) => ({
    startedAt: t.field({ type: 'DateTime', resolve: ({ startedAt }) => new Date(startedAt) }),
    durationMs: t.exposeInt('durationMs', { description: 'Milliseconds.' }),
    status: t.exposeInt('status', { nullable: true, description: 'HTTP status, when there was an answer.' }),
    detail: t.exposeString('detail', {
      description: 'The first 2 KiB of the answer, or why there was none.',
    }),
  }),
})

const BotEvent = builder.prismaNode('BotEvent', {
  id: { field: 'id' },
  nullable: true,
  description: 'One event to or from a bot (contract, part 6.2). Kept for 30 days.',
  findUnique: (id, context) => ({ id, ...administeredBy(viewerOf(context)) }),
  authScopes: { admin: true },
  fields: (t) => ({
    eventId: t.string({
      description: 'Of what goes out: its `id`, the same over all attempts.',
      resolve: ({ id }) => id,
    }),
    direction: t.expose('direction', { type: DirectionEnum }),
    kind: t.exposeString('kind', { description: "The contract's event value, or what came instead." }),
    state: t.expose('state', { type: StateEnum }),
    body: t.string({
      nullable: true,
      description: 'JSON, as it is on the wire. Null before the first attempt.',
      resolve: ({ body, payload }) => payload ?? (body === null ? null : JSON.stringify(body)),
    }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'Why it was refused or not shown, or what was left out of it.',
    }),
    attempts: t.field({
      type: [Attempt],
      description: 'Of what goes out, oldest first; at most three.',
      resolve: ({ log }) => log as unknown as AttemptEntry[],
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'While it is PENDING.',
      resolve: ({ state, nextAttemptAt }) => (state === 'PENDING' ? nextAttemptAt : null),
    }),
    chat: t.field({
      type: Chat,
      nullable: true,
      description: 'Null for a test, and for what names no chat of the bot.',
      resolve: ({ chatId }, _args, { loaders }) => (chatId ? loaders.chat.load(chatId) : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.prismaObjectField(Bot, 'events', (t) =>
  t.prismaConnection({
    type: BotEvent,
    cursor: 'id',
    description: 'What was sent to it and what it sent, newest first.',
    authScopes: { admin: true },
    args: {
      state: t.arg({ type: StateEnum, required: false }),
      direction: t.arg({ type: DirectionEnum, required: false }),
    },
    resolve: (query, { id, accountId }, { state, direction }, context) => {
      const where = Prisma.join(
        [
          Prisma.sql`"accountId" = ${accountId}::uuid AND "botId" = parent.id`,
          ...(state ? [Prisma.sql`"state" = ${state}::"BotEventState"`] : []),
          ...(direction ? [Prisma.sql`"direction" = ${direction}::"BotEventDirection"`] : []),
        ],
        ' AND ',
      )
      // Of one transaction, and one moment, what came first has the lower position.
      return nestedPage<BotEventRow>(
        context,
        id,
        { table: 'BotEvent', where, order: ['createdAt', 'position'], direction: 'desc' },
        query,
      )
    },
  }),
)

verbMutation('testBot', {
  description:
    'Admins only. Sends a sample CLIENT_MESSAGE with `chat_id` 0, once. What the bot then posts about that conversation is logged and goes nowhere.',
  input: (t) => ({ id: t.globalID({ for: [Bot] }) }),
  resolve: (context, { id }) => testBot(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    event: t.field({
      type: BotEvent,
      nullable: true,
      description: 'What was sent, with status, duration and body of the answer.',
      resolve: ({ value }) => value?.event,
    }),
    answeredEvent: t.string({
      nullable: true,
      description:
        'JSON: the event in the body of the answer. Null when there is none; it may come on its own.',
      resolve: ({ value }) => (value?.answered ? JSON.stringify(value.answered) : null),
    }),
    note: t.string({
      nullable: true,
      description: 'Why the event in the answer could not be taken.',
      resolve: ({ value }) => value?.note,
    }),
  }),
})
