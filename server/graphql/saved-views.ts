import { type SavedFilter, savedFilterOf, shownBy } from '../domain/saved-views/saved-filter.ts'
import { viewsOf } from '../domain/saved-views/views-of.ts'
import { ViewOrder, ViewSharing } from '../generated/prisma/enums.ts'
import { ChatRatingEnum, ChatStatusEnum } from './chats.ts'
import { Department } from './departments.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { encodeGlobalId } from './kit/global-id.ts'
import { loadRow } from './kit/load.ts'
import { Operator } from './operators.ts'

export const ViewOrderEnum = builder.enumType(ViewOrder, {
  name: 'ViewOrder',
  description: 'The order of a view of the inbox.',
  values: {
    LONGEST_WAIT: {
      description: 'The visitor who has waited longest comes first; those who do not wait, last.',
    },
    LATEST_ACTIVITY: { description: 'The chat with the latest message comes first.' },
    OLDEST: { description: 'The chat that was started first comes first.' },
  },
})

export const ViewSharingEnum = builder.enumType(ViewSharing, {
  name: 'ViewSharing',
  description: 'Who has a saved view besides whoever made it.',
  values: {
    PERSONAL: { description: 'Nobody, not even admins.' },
    DEPARTMENT: { description: 'The members of its department, and admins.' },
    ACCOUNT: { description: 'Everybody.' },
  },
})

const SavedViewFilter = builder.objectRef<SavedFilter>('SavedViewFilter').implement({
  description:
    'What a saved view shows. Its fields are those of `ChatFilter`, which takes them as they are; null where it does not restrict.',
  fields: (t) => {
    const ids = (typename: string, name: 'channelIds' | 'departmentIds' | 'operatorIds' | 'tagIds') =>
      t.idList({
        nullable: true,
        description: `See \`ChatFilter.${name}\`; at most ${MAX_LIST}.`,
        resolve: (filter) => filter[name]?.map((id) => encodeGlobalId(typename, id)) ?? null,
      })
    return {
      status: t.field({
        type: [ChatStatusEnum],
        nullable: true,
        description: 'See `ChatFilter.status`; at most one of each. Null: all open chats.',
        resolve: ({ status }) => status ?? null,
      }),
      channelIds: ids('Channel', 'channelIds'),
      departmentIds: ids('Department', 'departmentIds'),
      operatorIds: ids('Operator', 'operatorIds'),
      tagIds: ids('Tag', 'tagIds'),
      mine: t.exposeBoolean('mine', { nullable: true, description: 'See `ChatFilter.mine`.' }),
      ratings: t.field({
        type: [ChatRatingEnum],
        nullable: true,
        description: 'See `ChatFilter.ratings`; at most one of each.',
        resolve: ({ ratings }) => ratings ?? null,
      }),
      unansweredMinutes: t.exposeInt('unansweredMinutes', {
        nullable: true,
        description: 'See `ChatFilter.unansweredMinutes`.',
      }),
      hasFailedDeliveries: t.exposeBoolean('hasFailedDeliveries', {
        nullable: true,
        description: 'See `ChatFilter.hasFailedDeliveries`.',
      }),
      snoozed: t.exposeBoolean('snoozed', {
        nullable: true,
        description: 'See `ChatFilter.snoozed`. Null: it shows no snoozed chats.',
      }),
      visitorOnSite: t.exposeBoolean('visitorOnSite', {
        nullable: true,
        description: 'See `ChatFilter.visitorOnSite`.',
      }),
    }
  },
})

export const SavedView = builder.prismaNode('SavedView', {
  id: { field: 'id' },
  nullable: true,
  description: 'A view of the inbox that somebody has made: a filter, an order and a name.',
  findUnique: (id, context) => ({ id, AND: [viewsOf(viewerOf(context))] }),
  fields: (t) => ({
    name: t.exposeString('name', { description: '1 to 100 characters.' }),
    filter: t.field({
      type: SavedViewFilter,
      description: 'Which chats it shows.',
      resolve: (view) => savedFilterOf(view),
    }),
    order: t.expose('order', { type: ViewOrderEnum, description: 'In which order it shows them.' }),
    sharing: t.expose('sharing', { type: ViewSharingEnum, description: 'Who has it.' }),
    department: t.field({
      type: Department,
      nullable: true,
      description:
        'The department that it is shared with. Null unless it is, or when the department was deleted.',
      resolve: ({ departmentId }, _args, { loaders }) =>
        departmentId ? loaders.department.load(departmentId) : null,
    }),
    createdBy: t.field({
      type: Operator,
      description: 'Who made it.',
      resolve: ({ userId }, _args, { loaders }) => loadRow(loaders.user, userId),
    }),
    canEdit: t.boolean({
      description: 'Whether the viewer can change and delete it: its maker, and admins if it is shared.',
      resolve: ({ userId, sharing }, _args, context) => {
        const viewer = viewerOf(context)
        return userId === viewer.userId || (viewer.role === 'ADMIN' && sharing !== 'PERSONAL')
      },
    }),
    pinned: t.boolean({
      description: 'Whether the viewer has pinned it, so that it is listed first.',
      resolve: async ({ id }, _args, context) =>
        (await context.loaders.pinnedAt(viewerOf(context).userId).load(id)) !== null,
    }),
    pinnedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the viewer pinned it: pinned views are listed in this order.',
      resolve: ({ id }, _args, context) => context.loaders.pinnedAt(viewerOf(context).userId).load(id),
    }),
    chatCount: t.int({
      nullable: true,
      description: 'How many chats it shows the viewer. Null for a view of closed chats.',
      resolve: (view, _args, context) => {
        const shown = shownBy(view)
        if (shown.status.includes('CLOSED')) return null
        return context.loaders.openChats(viewerOf(context)).load(shown)
      },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
})

builder.queryField('savedViews', (t) =>
  t.prismaField({
    type: [SavedView],
    description: `The saved views that the viewer has, by name: their own, and those that are shared with them; at most ${MAX_LIST}.`,
    authScopes: { signedIn: true },
    args: {
      pinned: t.arg.boolean({
        required: false,
        description: 'Return only those that the viewer has pinned, or only the others.',
      }),
    },
    resolve: (query, _root, { pinned }, context) => {
      const viewer = viewerOf(context)
      const pins = { userId: viewer.userId }
      const byPin = pinned ? { pins: { some: pins } } : { pins: { none: pins } }
      const isAsked = pinned !== null && pinned !== undefined
      return context.services.db.savedView.findMany({
        ...query,
        where: { AND: [viewsOf(viewer), isAsked ? byPin : {}] },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
        take: MAX_LIST,
      })
    },
  }),
)
