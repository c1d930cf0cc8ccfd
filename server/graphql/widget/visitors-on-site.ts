import { findVisitorsOnSite } from '../../domain/visits/find-visitors-on-site.ts'
import { findWebsiteIds } from '../../domain/visits/find-website-ids.ts'
import { followVisitorsOnSite } from '../../domain/visits/follow-visitors-on-site.ts'
import { AppError } from '../../errors.ts'
import { followVisits } from '../../events/follow.ts'
import type { DeliveredEvent } from '../../events/follower.ts'
import type { LiveEvent } from '../../events/live-event.ts'
import { visitorOfVisit } from '../../events/visit-kinds.ts'
import { MOST_DESCRIBED, type SiteChange } from '../../presence/site-watch.ts'
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
        'Visitors who are on the websites now, as far as the viewer may see them, latest visit first. `visitorsOnSiteChanged` reports what changes in the list.',
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
      'What happens on the websites, as far as the viewer may see it: every change of every visitor, unless `visitorId` is given. `visitorsOnSiteChanged` is for a list of them. Nothing is replayed after a disconnection.',
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

/** How many visitors a list can follow. */
const MOST_FOLLOWED = 1_000

const VisitorsOnSiteChanged = builder.objectRef<LiveEvent>('VisitorsOnSiteChanged').implement({
  description:
    'What has changed in a list of who is on the websites. Changes in quick succession are reported together, in their latest state.',
  fields: (t) => ({
    visitors: t.field({
      type: [Visitor],
      description: `Who is new in the list or has changed, as they are now, latest visit first; at most ${MOST_DESCRIBED}.`,
      resolve: async (event, _args, { loaders }) => {
        const rows = await Promise.all(changeOf(event).visitorIds.map((id) => loaders.visitor.load(id)))
        return rows.filter((row) => row !== null)
      },
    }),
    numbers: t.intList({
      description: `The \`number\`s of all visitors in the list, latest visit first; at most ${MOST_FOLLOWED}. A list with others must be read again.`,
      resolve: (event) => changeOf(event).numbers,
    }),
    totalCount: t.int({
      description: 'How many visitors are on the websites, also those who are not in the list.',
      resolve: (event) => changeOf(event).totalCount,
    }),
  }),
})

function changeOf({ data }: LiveEvent): SiteChange {
  return data as unknown as SiteChange
}

builder.subscriptionField('visitorsOnSiteChanged', (t) =>
  t.field({
    type: VisitorsOnSiteChanged,
    description:
      'The latest visits on the websites, as far as the viewer may see them: soon who they are now, without `visitors`, then what changes among them. For a list of `visitorsOnSite`, however many visitors there are.',
    authScopes: { signedIn: true },
    args: {
      limit: t.arg.int({
        required: false,
        description: `How many visitors the list has, 1 to ${MOST_FOLLOWED}; 100 by default.`,
      }),
    },
    subscribe: (_root, { limit }, context) =>
      followVisitorsOnSite(context.services, { viewer: viewerOf(context), limit: checkLimit(limit ?? 100) }),
    // Sockets split the batches: see execute-shared.ts.
    resolve: ([delivered]: DeliveredEvent[]) => (delivered as DeliveredEvent).event,
  }),
)

function checkLimit(limit: number): number {
  if (limit >= 1 && limit <= MOST_FOLLOWED) return limit
  throw new AppError('invalid_request', `\`limit\` must be 1 to ${MOST_FOLLOWED}.`, { field: 'limit' })
}
