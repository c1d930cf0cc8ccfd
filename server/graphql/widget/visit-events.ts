import { followVisit } from '../../domain/visits/follow-visit.ts'
import { MOST_VISIT_EVENTS, readVisitEvents } from '../../domain/visits/read-visit-events.ts'
import type { DeliveredEvent } from '../../events/follower.ts'
import { builder } from '../kit/builder.ts'
import { VisitEvent } from './visit-event-types.ts'
import { visitorOf } from './visitor-of.ts'

builder.subscriptionField('visitEvents', (t) =>
  t.field({
    type: VisitEvent,
    description:
      'With a visitor token. All events for the visitor, in one stream. With a cursor, the events after it are sent first. An event may arrive twice, with the same `key`.',
    extensions: { forVisitors: true },
    args: {
      after: t.arg.string({
        required: false,
        description:
          'The `cursor` of the last event received that had one, or `Visit.eventCursor`. Without it, only new events are sent.',
      }),
    },
    subscribe: (_root, { after }, context) =>
      followVisit(context.services, { visitor: visitorOf(context), after: after ?? null }),
    // Sockets split the batches: see execute-shared.ts.
    resolve: ([delivered]: DeliveredEvent[]) => (delivered as DeliveredEvent).event,
  }),
)

builder.queryField('visitEvents', (t) =>
  t.field({
    type: [VisitEvent],
    description: `With a visitor token. What the subscription \`visitEvents\` has sent since the cursor, at most ${MOST_VISIT_EVENTS + 3} events, for a widget that cannot open a socket: the visitor's events, who is typing, their place in the queue, and whether somebody is available. The last one always has a cursor.`,
    extensions: { forVisitors: true },
    complexity: { field: 1, multiplier: MOST_VISIT_EVENTS / 10 },
    args: {
      after: t.arg.string({
        required: true,
        description: 'The `cursor` of the last event received that had one, or `Visit.eventCursor`.',
      }),
    },
    resolve: async (_root, { after }, context) => {
      const told = await readVisitEvents(context.services, { visitor: visitorOf(context), after })
      return told.map(({ event, cursor }) => ({ ...event, cursor }))
    },
  }),
)
