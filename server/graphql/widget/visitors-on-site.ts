import { within } from '../../domain/viewer.ts'
import { followVisits, visitorOfVisit } from '../../events/follow.ts'
import type { DeliveredEvent } from '../../events/follower.ts'
import type { LiveEvent } from '../../events/live-event.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { idOf } from '../event-types/event-interface.ts'
import { builder } from '../kit/builder.ts'
import { listPage } from '../kit/check-cursor.ts'
import { type GraphQLContext, viewerOf } from '../kit/context.ts'
import { related } from '../kit/related.ts'
import { VisitorConnection } from '../visitor-lists.ts'
import { Visitor } from '../visitors.ts'

/** Of more visitors than that only some can be shown: nobody reads as many. */
const MOST = 10_000

async function whereOnSite(context: GraphQLContext) {
  const viewer = viewerOf(context)
  const present = await context.loaders.onSite.load(viewer.accountId)
  return { id: { in: [...present].slice(0, MOST) }, mergedIntoId: null, ...within(viewer) }
}

builder.queryField('visitorsOnSite', (t) =>
  t.prismaConnection(
    {
      type: Visitor,
      cursor: 'id',
      description:
        'Visitors who are on the websites now, as far as the viewer may see them, latest visit first. Ask again when `visitChanges` reports a change.',
      authScopes: { signedIn: true },
      totalCount: async (_root, _args, context) =>
        context.services.db.visitor.count({ where: await whereOnSite(context) }),
      resolve: async (query, _root, _args, context) => {
        const where = await whereOnSite(context)
        const orderBy: Prisma.VisitorOrderByWithRelationInput[] = [
          { visit: { startedAt: 'desc' } },
          { id: 'desc' },
        ]
        const visitors = context.services.db.visitor.findMany({ ...query, where, orderBy })
        return listPage(context, query, { table: 'Visitor' }, visitors)
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
