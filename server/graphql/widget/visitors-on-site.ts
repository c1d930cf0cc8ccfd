import { within } from '../../domain/viewer.ts'
import { followVisits } from '../../events/follow.ts'
import type { Told } from '../../events/follower.ts'
import type { LiveEvent } from '../../events/live-event.ts'
import { builder } from '../builder.ts'
import { viewerOf } from '../context.ts'
import { idOf } from '../event-interface.ts'
import { related } from '../related.ts'
import { VisitorConnection } from '../visitor-lists.ts'
import { Visitor } from '../visitors.ts'

/** Of more visitors than that only some can be shown: nobody reads as many. */
const MOST = 10_000

builder.queryField('visitorsOnSite', (t) =>
  t.prismaConnection(
    {
      type: Visitor,
      cursor: 'id',
      description:
        'Who is on the websites now, as far as the viewer may see them: whose visit began last comes first. `visitChanges` tells when to ask again.',
      authScopes: { signedIn: true },
      resolve: async (query, _root, _args, context) => {
        const viewer = viewerOf(context)
        const present = await context.services.visitorPresence.present(viewer.accountId)
        return context.services.db.visitor.findMany({
          ...query,
          where: { id: { in: [...present].slice(0, MOST) }, mergedIntoId: null, ...within(viewer) },
          orderBy: [{ visit: { startedAt: 'desc' } }, { id: 'desc' }],
        })
      },
    },
    VisitorConnection,
  ),
)

const VisitChanged = builder.objectRef<LiveEvent>('VisitChanged').implement({
  description:
    'Somebody came to a website, left it, is on another page, was invited or has answered, or the page told something of them.',
  fields: (t) => ({
    visitor: t.field({
      type: Visitor,
      description: 'Who it is, as they are now.',
      resolve: ({ subjectId }, _args, { loaders }, info) => related(loaders.visitor, idOf(subjectId), info),
    }),
  }),
})

builder.subscriptionField('visitChanges', (t) =>
  t.field({
    type: VisitChanged,
    description: 'What happens on the websites, as far as the viewer may see it. It is never sent again.',
    authScopes: { signedIn: true },
    args: {
      visitorId: t.arg.globalID({ for: [Visitor], required: false, description: 'Only of this visitor.' }),
    },
    subscribe: (_root, { visitorId }, context) =>
      followVisits(context.services, { principal: viewerOf(context), visitorId: visitorId?.id ?? null }),
    // Sockets split the batches: see execute-shared.ts.
    resolve: ([told]: Told[]) => (told as Told).event,
  }),
)
