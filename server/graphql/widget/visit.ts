import { findEventCursor } from '../../domain/accounts/find-event-cursor.ts'
import { CALLBACK_UNDER_WAY } from '../../domain/calls/callback-under-way.ts'
import type { WidgetEntry } from '../../domain/channels/channel-directory.ts'
import { CURRENT_FIRST } from '../../domain/chats/current-first.ts'
import { providedDataOf } from '../../domain/visitors/client-values.ts'
import { geoOf } from '../../domain/visits/geo-of.ts'
import { limitVisitor } from '../../domain/visits/limit-visitor.ts'
import { countUnread } from '../../domain/visits/reading/count-unread.ts'
import { findHistory, type History } from '../../domain/visits/reading/find-history.ts'
import { markDelivered } from '../../domain/visits/reading/mark-delivered.ts'
import { AppError } from '../../errors.ts'
import type { VisitInvitation as InvitationRow, Visitor } from '../../generated/prisma/client.ts'
import { MAX_LIST, MAX_PAGE } from '../kit/bounds.ts'
import { builder } from '../kit/builder.ts'
import type { GraphQLContext } from '../kit/context.ts'
import { loadRow } from '../kit/load.ts'
import { VisitCall } from './visit-call.ts'
import { VisitChat } from './visit-chat.ts'
import { VisitMessage } from './visit-message.ts'
import { VisitOperator } from './visit-operator.ts'
import { Widget } from './widget.ts'

const HISTORY_PAGE = 30
/** Aliases could request a page many times in one operation: more than three cost too much. */
const HISTORY_COST = 5_000

export const VisitContactInfo = builder
  .objectRef<ReturnType<typeof providedDataOf>>('VisitContactInfo')
  .implement({
    description: 'The contact details that the visitor, or the page on their behalf, has given.',
    fields: (t) => ({
      name: t.exposeString('name', { nullable: true, description: 'Their name.' }),
      email: t.exposeString('email', { nullable: true, description: 'Their e-mail address.' }),
      phone: t.exposeString('phone', { nullable: true, description: 'Their phone number.' }),
      description: t.exposeString('description', { nullable: true, description: 'Anything else.' }),
    }),
  })

export const VisitInvitation = builder.objectRef<InvitationRow>('VisitInvitation').implement({
  description: 'An invitation of the visitor to a chat by an operator.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: 'Its id.', resolve: ({ id }) => id }),
    text: t.exposeString('text', { description: 'What the operator wrote.' }),
    operator: t.field({
      type: VisitOperator,
      description: 'The operator who invites.',
      resolve: ({ userId }, _args, { loaders }) => loadRow(loaders.user, userId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const VisitHistory = builder.objectRef<History & { visitorId: string }>('VisitHistory').implement({
  description: 'A page of the messages of all chats of the visitor.',
  fields: (t) => ({
    messages: t.field({
      type: [VisitMessage],
      description: 'The messages, oldest first; at most 100.',
      resolve: ({ messages }) => messages,
    }),
    earlier: t.exposeString('earlier', {
      nullable: true,
      description: 'Pass it as `before` for the messages before this page. Null at the beginning.',
    }),
    clearedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When the visitor last cleared the history (`clearHistory`): what was said until then is not shown.',
      resolve: async ({ visitorId }, _args, { services }) => {
        const visit = await services.db.visit.findUnique({
          where: { visitorId },
          select: { clearedAt: true },
        })
        return visit?.clearedAt ?? null
      },
    }),
  }),
})

interface VisitShape {
  eventCursor: string
  visitor: Visitor
  widget: WidgetEntry
}

export const Visit = builder.objectRef<VisitShape>('Visit').implement({
  description: 'What a widget shows its visitor.',
  fields: (t) => ({
    visitorNumber: t.int({
      description: 'Visitors are numbered 1, 2, 3 … in each account.',
      resolve: ({ visitor }) => visitor.number,
    }),
    mergedNumbers: t.intList({
      description: `The \`visitorNumber\`s that belonged to the same person before: of visitors who were merged into this one, at most the last ${MAX_LIST}.`,
      resolve: async ({ visitor }, _args, { services }) => {
        const merged = await services.db.visitor.findMany({
          where: { mergedIntoId: visitor.id },
          select: { number: true },
          orderBy: { updatedAt: 'desc' },
          take: MAX_LIST,
        })
        return merged.map(({ number }) => number)
      },
    }),
    contactInfo: t.field({
      type: VisitContactInfo,
      description: 'The contact details that the visitor has given.',
      resolve: ({ visitor }) => providedDataOf(visitor),
    }),
    eventCursor: t.exposeString('eventCursor', {
      description: 'Where to start `visitEvents(after:)` so that nothing is missed.',
    }),
    widget: t.field({
      type: Widget,
      description: 'The widget.',
      resolve: async ({ widget: entry, visitor }, _args, { loaders }) => ({
        entry,
        visitorId: visitor.id,
        channel: await loadRow(loaders.channel, entry.id),
        row: await loadRow(loaders.widgetSettings, entry.id),
      }),
    }),
    chat: t.field({
      type: VisitChat,
      nullable: true,
      description: 'The open chat, or the last one that was closed. Null before the first.',
      resolve: ({ visitor }, _args, { services }) =>
        services.db.chat.findFirst({ where: { visitorId: visitor.id }, orderBy: CURRENT_FIRST }),
    }),
    history: t.field({
      type: VisitHistory,
      description:
        'The conversation, read backwards: without `before`, its end. An operation can contain it three times.',
      args: {
        last: t.arg.int({
          required: false,
          description: `How many messages to return: 1 to ${MAX_PAGE}, ${HISTORY_PAGE} by default.`,
        }),
        before: t.arg.string({
          required: false,
          description: 'The `earlier` of the page that follows this one.',
        }),
      },
      complexity: (args: { last?: number | null }) => ({
        field: HISTORY_COST,
        multiplier: Math.min(Math.max(args.last ?? HISTORY_PAGE, 1), MAX_PAGE) / 10,
      }),
      resolve: async ({ visitor }, { last, before }, { services }) => {
        const size = last ?? HISTORY_PAGE
        if (size < 1 || size > MAX_PAGE)
          throw new AppError('invalid_request', `A page can have 1 to ${MAX_PAGE} entries.`, {
            field: 'last',
          })
        const history = await findHistory(services, {
          visitor,
          last: size,
          before: before ?? null,
        })
        if (before == null)
          await markDelivered(
            services,
            { accountId: visitor.accountId, visitorId: visitor.id },
            history.messages.map(({ id }) => id),
          )
        return { ...history, visitorId: visitor.id }
      },
    }),
    invitation: t.field({
      type: VisitInvitation,
      nullable: true,
      description: 'The invitation of an operator that the visitor has not answered.',
      resolve: ({ visitor }, _args, { services }) =>
        services.db.visitInvitation.findFirst({ where: { visitorId: visitor.id, state: 'PENDING' } }),
    }),
    call: t.field({
      type: VisitCall,
      nullable: true,
      description: 'The callback that they requested and that has not ended. Null without one.',
      resolve: ({ visitor }, _args, { services }) =>
        services.db.call.findFirst({ where: { visitorId: visitor.id, ...CALLBACK_UNDER_WAY } }),
    }),
    countryCode: t.string({
      nullable: true,
      description:
        'The country of their IP address (ISO 3166-1 alpha-2), from which the widget proposes a calling code. Null when it is not known.',
      resolve: async ({ visitor }, _args, { services }) => {
        const visit = await services.db.visit.findUnique({
          where: { visitorId: visitor.id },
          select: { geo: true },
        })
        return geoOf(visit?.geo ?? null)?.countryCode || null
      },
    }),
    unreadCount: t.int({
      description: 'How many messages the visitor has not seen.',
      resolve: ({ visitor }, _args, { services }) => countUnread(services, visitor.id),
    }),
  }),
})

/** What the visitor of a context is shown; null without a visitor, and when their widget was deleted. */
export async function visitOf({ principal, services }: GraphQLContext): Promise<VisitShape | null> {
  if (principal?.kind !== 'visitor') return null
  // Before the rest: changes in the meantime are then sent twice rather than missed.
  const eventCursor = await findEventCursor(services)
  const [visitor, widget] = await Promise.all([
    services.db.visitor.findUnique({ where: { id: principal.visitorId } }),
    services.channels.widgetOf(principal),
  ])
  return visitor && widget && { visitor, widget, eventCursor }
}

builder.queryField('visit', (t) =>
  t.field({
    type: Visit,
    nullable: true,
    description: 'What a widget shows its visitor. Null without a visitor token.',
    extensions: { forVisitors: true },
    resolve: async (_root, _args, context) => {
      const { services, principal } = context
      if (principal?.kind === 'visitor') await limitVisitor(services, principal, 'read')
      return visitOf(context)
    },
  }),
)
