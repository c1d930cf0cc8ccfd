import { queryDirect } from '../database/query-direct.ts'
import { searchPhrase } from '../domain/search-phrase.ts'
import { reachedBy, type Viewer, within } from '../domain/viewer.ts'
import { planVisitorSearch } from '../domain/visitors/plan-visitor-search.ts'
import { Prisma, type Visitor as VisitorRow } from '../generated/prisma/client.ts'
import { Channel } from './channels.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { type GraphQLContext, viewerOf } from './kit/context.ts'
import { inOrder, selectPage } from './kit/select-page.ts'
import { Visitor } from './visitors.ts'

export const VisitorConnection = connectionOf('Visitor', Visitor, { counted: 'sometimes' })

const VisitorExternalIdInput = builder.inputType('VisitorExternalId', {
  description:
    'Identifies a visitor by the id that a client uses: two channels may know different visitors by the same id.',
  fields: (t) => ({
    channelId: t.globalID({ for: [Channel], description: 'The channel that the visitor writes through.' }),
    externalId: t.string({
      description:
        'The id by which the client knows the visitor (`sender.id`), as text. For visitors of a widget, a UUID.',
    }),
  }),
})

const VisitorByInput = builder.inputType('VisitorBy', {
  description: 'Identifies a visitor by exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    id: t.globalID({ for: [Visitor], required: false, description: 'The `id` of the visitor.' }),
    number: t.int({
      required: false,
      description: 'The `number` of the visitor, which bots know as `client_id`.',
    }),
    external: t.field({
      type: VisitorExternalIdInput,
      required: false,
      description: 'The id by which a client knows the visitor.',
    }),
  }),
})

interface VisitorFilter {
  search?: string | null
  email?: string | null
}

async function conditionOf(
  { services }: GraphQLContext,
  viewer: Viewer,
  { search, email }: VisitorFilter,
): Promise<Prisma.Sql> {
  const words = [search, email].map((typed) => searchPhrase(typed ?? '')).filter((part) => part !== '')
  const plans = await Promise.all(
    words.map((part) => planVisitorSearch(services.pool, { viewer, words: part })),
  )
  const conditions = [
    reachedBy(viewer),
    ...plans.map(({ condition }) => condition),
    ...(email ? [Prisma.sql`lower("Visitor".email) = lower(${email})`] : []),
  ]
  return Prisma.join(conditions, ' AND ')
}

builder.queryFields((t) => ({
  visitors: t.prismaConnection(
    {
      type: Visitor,
      cursor: 'id',
      description: 'Visitors that the viewer may see, newest first. `totalCount` is null.',
      authScopes: { signedIn: true },
      args: {
        search: t.arg.string({
          required: false,
          description:
            'Return only visitors that match: part of the name, e-mail address, phone number or id. Only the first 100 characters count.',
        }),
        email: t.arg.string({
          required: false,
          description: 'Return only visitors with this e-mail address, in upper or lower case.',
        }),
      },
      resolve: async (query, _root, filter, context) => {
        const viewer = viewerOf(context)
        const pages = {
          table: 'Visitor',
          where: await conditionOf(context, viewer, filter),
          cursorWhere: reachedBy(viewer),
          order: ['number'],
          direction: 'desc',
        } as const
        const statement = selectPage(pages, query)
        const found = queryDirect<VisitorRow>(context.services.pool, statement, { replan: true })
        const rows = { table: pages.table, where: pages.cursorWhere }
        return inOrder(await listPage(context, query, rows, found), query)
      },
    },
    VisitorConnection,
  ),
  visitor: t.prismaField({
    type: Visitor,
    nullable: true,
    description: 'One visitor. Null when there is none, or the viewer may not see them.',
    authScopes: { signedIn: true },
    args: { by: t.arg({ type: VisitorByInput, description: 'Which visitor.' }) },
    resolve: (query, _root, { by: { id, number, external } }, context) => {
      const { channelId, ...reached } = within(viewerOf(context))
      const one = external
        ? { key: external.externalId, channelId: external.channelId.id }
        : id
          ? { id: id.id }
          : { number: number ?? 0 }
      const where = { ...reached, ...one, AND: [channelId ? { channelId } : {}] }
      return context.services.db.visitor.findFirst({ ...query, where })
    },
  }),
}))
