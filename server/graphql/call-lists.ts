import { queryDirect } from '../database/query-direct.ts'
import type { CallFilter } from '../domain/calls/call-filter.ts'
import { findCalls } from '../domain/calls/find-calls.ts'
import { type Callback, getCallback } from '../domain/calls/get-callback.ts'
import { within } from '../domain/viewer.ts'
import { type Call as CallRow, Prisma } from '../generated/prisma/client.ts'
import { CallbackStateEnum } from './callback-state.ts'
import { Call, CallOutcomeEnum, CallStateEnum, CallTypeEnum } from './calls.ts'
import { Channel } from './channels.ts'
import { TimeRangeInput } from './chat-filters.ts'
import { Chat } from './chats.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { nestedPage } from './kit/nested-page.ts'
import { inOrder, recordPage, selectRows } from './kit/select-page.ts'
import { Operator } from './operators.ts'
import { Visitor } from './visitors.ts'

const CallConnection = connectionOf('Call', Call, { counted: 'never' })

const CallFilterInput = builder.inputType('CallFilter', {
  description:
    'Which calls to return. Every given field must match; of a list, any one entry. Omitted fields do not restrict.',
  fields: (t) => ({
    state: t.field({ type: [CallStateEnum], required: false, description: 'Their current state.' }),
    type: t.field({ type: [CallTypeEnum], required: false, description: 'Their direction.' }),
    underWay: t.boolean({
      required: false,
      description: 'True for calls that have neither ended nor failed, false for the others.',
    }),
    channelIds: t.globalIDList({
      for: [Channel],
      required: false,
      description: `The channels whose operators see them. At most ${MAX_LIST} ids.`,
    }),
    operatorIds: t.globalIDList({
      for: [Operator],
      required: false,
      description: `The operators who speak with the visitor. At most ${MAX_LIST} ids.`,
    }),
    outcomes: t.field({
      type: [CallOutcomeEnum],
      required: false,
      description: 'How they ended. Calls in progress are not returned.',
    }),
    visitorNumber: t.int({ required: false, description: 'Calls with the visitor who has this number.' }),
    blacklisted: t.boolean({
      required: false,
      description: 'True for calls with blacklisted visitors, false for all others.',
    }),
    createdAt: t.field({ type: TimeRangeInput, required: false, description: 'When they started.' }),
    search: t.string({
      required: false,
      description:
        "Words, or beginnings of words, of the reason; or part of the telephone number, or of the visitor's name, e-mail address, telephone number or id (three letters or digits or more, or one East Asian character); or the number of the visitor or the chat. Only the first 100 characters and ten words count.",
    }),
  }),
})

function readFilter(given: typeof CallFilterInput.$inferInput | null | undefined) {
  const { search, channelIds, operatorIds, ...others } = given ?? {}
  const plain = (ids: { id: string }[] | null | undefined) => ids?.map(({ id }) => id)
  const filter: CallFilter = { ...others, channelIds: plain(channelIds), operatorIds: plain(operatorIds) }
  return { search, filter }
}

const NEWEST_FIRST = { table: 'Call', order: ['createdAt', 'id'], direction: 'desc' } as const

const CallbackAvailability = builder.objectRef<Callback>('CallbackAvailability').implement({
  description: 'Whether a visitor can be called now.',
  fields: (t) => ({
    available: t.boolean({
      description: 'Whether `startCall` would start a call.',
      resolve: ({ state }) => state === 'AVAILABLE',
    }),
    state: t.expose('state', {
      type: CallbackStateEnum,
      description: 'The same, with whether callbacks are switched on at all.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: "Why it would not, in the words of the widget's script API. Null when it would.",
    }),
  }),
})

builder.queryFields((t) => ({
  calls: t.prismaConnection(
    {
      type: Call,
      cursor: 'id',
      description: 'Calls that the viewer may see, newest first.',
      authScopes: { signedIn: true },
      args: {
        filter: t.arg({ type: CallFilterInput, required: false, description: 'Which calls to return.' }),
      },
      resolve: async (query, _root, { filter }, context) => {
        const { services } = context
        const wanted = { viewer: viewerOf(context), ...readFilter(filter) }
        const found = findCalls({ pool: services.reads }, wanted, recordPage(query))
        const ids = await listPage(context, query, { table: 'Call' }, found)
        return inOrder(await queryDirect<CallRow>(services.pool, selectRows('Call', ids)), query)
      },
    },
    CallConnection,
  ),
  call: t.prismaField({
    type: Call,
    nullable: true,
    description: 'One call. Null when there is none with this id, or the viewer may not see it.',
    authScopes: { signedIn: true },
    args: { id: t.arg.globalID({ for: [Call], description: 'The `id` of the call.' }) },
    resolve: (query, _root, { id }, context) =>
      context.services.db.call.findFirst({ ...query, where: { id: id.id, ...within(viewerOf(context)) } }),
  }),
  callbackAvailability: t.field({
    type: CallbackAvailability,
    nullable: true,
    description: 'Whether a visitor can be called now. Null when the viewer may not see them.',
    authScopes: { signedIn: true },
    args: { visitorId: t.arg.globalID({ for: [Visitor], description: 'The `id` of the visitor.' }) },
    resolve: async (_root, { visitorId: { id } }, context) => {
      const { services } = context
      const visitor = await services.db.visitor.findFirst({ where: { id, ...within(viewerOf(context)) } })
      if (!visitor) return null
      const { accountId, channelId } = visitor
      return getCallback(services, { accountId, channelId, visitorId: id })
    },
  }),
}))

builder.prismaObjectField(Visitor, 'calls', (t) =>
  t.prismaConnection(
    {
      type: Call,
      cursor: 'id',
      description: 'The calls with the visitor, newest first.',
      resolve: (query, { id }, _args, context) =>
        nestedPage<CallRow>(
          context,
          id,
          { ...NEWEST_FIRST, where: Prisma.sql`"Call"."visitorId" = parent.id` },
          query,
        ),
    },
    CallConnection,
  ),
)

builder.prismaObjectField(Chat, 'calls', (t) =>
  t.prismaConnection(
    {
      type: Call,
      cursor: 'id',
      description: 'The calls that started while the chat was open, newest first.',
      resolve: (query, { id }, _args, context) =>
        nestedPage<CallRow>(
          context,
          id,
          { ...NEWEST_FIRST, where: Prisma.sql`"Call"."chatId" = parent.id` },
          query,
        ),
    },
    CallConnection,
  ),
)
