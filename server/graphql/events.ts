import { AppError } from '../errors.ts'
import { followEvents } from '../events/follow.ts'
import type { DeliveredEvent } from '../events/follower.ts'
import type { LoggedKind } from '../events/kinds.ts'
import { readEvents } from '../events/read-events.ts'
import { Chat } from './chats.ts'
import { DEFAULT_PAGE, MAX_LIST, MAX_PAGE } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import './event-types/bot-events.ts'
import './event-types/call-events.ts'
import './event-types/chat-events.ts'
import './event-types/chat-invitation-events.ts'
import { Event, type EventShape } from './event-types/event-interface.ts'
import { EventType } from './event-types/event-kinds.ts'
import './event-types/message-events.ts'
import './event-types/offline-message-events.ts'
import './event-types/settings-events.ts'
import './event-types/visitor-events.ts'
import './event-types/webhook-events.ts'

const EventConnection = builder.connectionObject(
  {
    type: Event,
    name: 'EventConnection',
    description:
      'One page of the event log. Its `endCursor` is where to continue, and is set on an empty page, too.',
  },
  { name: 'EventEdge', description: 'One entry of a page of the event log.' },
)

const TYPES = 'Return only events of these types; of all types by default.'

builder.queryField('events', (t) =>
  t.field({
    type: EventConnection,
    description:
      'The event log that `Subscription.events` follows, for programs that poll: ask again with the `endCursor` of the last page. Events that are committed in the meantime are on a later page. Events are kept for 7 days; INVALID_CURSOR when those after a cursor have been deleted, or when the server never issued it.',
    authScopes: { signedIn: true },
    args: {
      after: t.arg.string({
        required: false,
        description:
          'The `cursor` of an event, `PageInfo.endCursor` or `Viewer.eventCursor`. Without it, the log is read from its oldest event.',
      }),
      first: t.arg.int({
        required: false,
        description: `How many events to return: 1 to ${MAX_PAGE}, ${DEFAULT_PAGE} by default.`,
      }),
      types: t.arg({ type: [EventType], required: false, description: TYPES }),
    },
    // They are places in the log, not ids.
    extensions: { hasOwnCursors: true },
    resolve: async (_root, { after, first, types }, context) => {
      const limit = first ?? DEFAULT_PAGE
      if (limit < 1 || limit > MAX_PAGE)
        throw new AppError('invalid_request', `A page can have 1 to ${MAX_PAGE} entries.`, { field: 'first' })
      const filter = { kinds: types ?? null, chatIds: null }
      const page = await readEvents(context.services, {
        viewer: viewerOf(context),
        after: after ?? null,
        limit,
        filter,
      })
      const edges = page.events.map(({ event, cursor }) => ({ cursor, node: { ...event, cursor } }))
      return {
        edges,
        pageInfo: {
          hasNextPage: page.hasNextPage,
          hasPreviousPage: false,
          startCursor: edges[0]?.cursor ?? null,
          endCursor: page.endCursor,
        },
      }
    },
  }),
)

builder.objectRef<EventShape>('ResyncRequired').implement({
  description:
    'Subscription only: too much was missed to be replayed. Reload the data that you keep; the stream continues after this cursor.',
  interfaces: [Event],
})

builder.subscriptionField('events', (t) =>
  t.field({
    type: Event,
    description:
      'All events that the viewer may see, in one stream. With a cursor, the events after it are sent first. An event may arrive twice, with the same `id`. INVALID_CURSOR for a cursor that the server never issued; one ResyncRequired when too much has happened since.',
    authScopes: { signedIn: true },
    args: {
      after: t.arg.string({
        required: false,
        description:
          'The `cursor` of the last event received, or `Viewer.eventCursor`. Without it, only new events are sent.',
      }),
      types: t.arg({ type: [EventType], required: false, description: TYPES }),
      chatIds: t.arg.globalIDList({
        for: [Chat],
        required: false,
        description: `Send only events about these chats; at most ${MAX_LIST}.`,
      }),
    },
    subscribe: (_root, { after, types, chatIds }, context) =>
      followEvents(context.services, {
        principal: viewerOf(context),
        after: after ?? null,
        filter: { kinds: (types as LoggedKind[]) ?? null, chatIds: chatIds?.map(({ id }) => id) ?? null },
      }),
    // Sockets split the batches: see execute-shared.ts.
    resolve: ([delivered]: DeliveredEvent[]) => (delivered as DeliveredEvent).event,
  }),
)
