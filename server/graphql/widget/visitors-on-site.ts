import { findVisitorsOnSite } from '../../domain/visits/find-visitors-on-site.ts'
import { findWebsiteIds } from '../../domain/visits/find-website-ids.ts'
import { followVisits, visitorOfVisit } from '../../events/follow.ts'
import type { DeliveredEvent } from '../../events/follower.ts'
import type { LiveEvent } from '../../events/live-event.ts'
import { idOf } from '../event-types/event-interface.ts'
import { builder } from '../kit/builder.ts'
import { refuseCursor } from '../kit/check-page.ts'
import { viewerOf } from '../kit/context.ts'
import { related } from '../kit/related.ts'
import { inOrder, recordPage } from '../kit/select-page.ts'
import { VisitorConnection } from '../visitor-lists.ts'
import { Visitor } from '../visitors.ts'

builder.queryField('visitorsOnSite', (t) =>
  t.prismaConnection(
    {
      type: Visitor,
      cursor: 'id',
      description:
        'Visitors who are on the websites now, as far as the viewer may see them, latest visit first. Ask again when `visitChanges` reports a change.',
      authScopes: { signedIn: true },
      totalCount: async (_root, _args, context) => {
        const websites = await findWebsiteIds(context.services, viewerOf(context))
        return context.services.visitorPresence.count(websites)
      },
      resolve: async (query, _root, _args, context) => {
        const page = { viewer: viewerOf(context), ...recordPage(query) }
        const visitors = await findVisitorsOnSite(context.services, page)
        return inOrder(visitors ?? refuseCursor(page.oldestFirst ? 'before' : 'after'), query)
      },
    },
    VisitorConnection,
  ),
)

const VisitChanged = builder.objectRef<LiveEvent>('VisitChanged').implement({
  description:
    'Somebody came to a website, left it, went to another page, was invited or answered an invitation, started a chat there or had it closed, or the page sent data about them.',
  fields: (t) => ({
    visitor: t.field({
      type: Visitor,
      description: 'Who it is, as they are now.',
      resolve: (event, _args, { loaders }, info) =>
        related(loaders.visitor, idOf(visitorOfVisit(event)), info),
    }),
  }),
})

builder.subscriptionField('visitChanges', (t) =>
  t.field({
    type: VisitChanged,
    description:
      'What happens on the websites, as far as the viewer may see it. Nothing is replayed after a disconnection.',
    authScopes: { signedIn: true },
    args: {
      visitorId: t.arg.globalID({
        for: [Visitor],
        required: false,
        description: 'Send only changes of this visitor.',
      }),
    },
    subscribe: (_root, { visitorId }, context) =>
      followVisits(context.services, { principal: viewerOf(context), visitorId: visitorId?.id ?? null }),
    // Sockets split the batches: see execute-shared.ts.
    resolve: ([delivered]: DeliveredEvent[]) => (delivered as DeliveredEvent).event,
  }),
)
