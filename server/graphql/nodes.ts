import { brandWithType } from '@pothos/core'
import { queryFromInfo } from '@pothos/plugin-prisma'
import { type GraphQLResolveInfo, isObjectType } from 'graphql'
import { AppError } from '../errors.ts'
import { MAX_NODES } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import type { GraphQLContext } from './kit/context.ts'
import { readGlobalId } from './kit/global-id.ts'

const Node = builder.nodeInterfaceRef()

/** A row of whatever type. */
type Row = { id: string }

/** The objects with these ids that the viewer may see, in their order; null for all others. */
async function findNodes(
  globalIds: readonly (string | number)[],
  context: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<(Row | null)[]> {
  const known = globalIds.map((globalId) => {
    const read = readGlobalId(String(globalId))
    return read && isNode(info, read.typename) ? read : null
  })
  const idsOf = new Map<string, Set<string>>()
  for (const read of known) {
    if (read) idsOf.set(read.typename, (idsOf.get(read.typename) ?? new Set()).add(read.id))
  }
  const found = new Map<string, Row>()
  const readAll = [...idsOf].map(async ([typename, ids]) => {
    for (const row of await readRows(typename, [...ids], context, info)) {
      brandWithType(row, typename as never)
      found.set(`${typename}:${row.id}`, row)
    }
  })
  await Promise.all(readAll)
  return known.map((read) => (read && found.get(`${read.typename}:${read.id}`)) ?? null)
}

function isNode({ schema }: GraphQLResolveInfo, typename: string): boolean {
  const type = schema.getType(typename)
  return isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')
}

/** What `builder.prismaNode` made of a type, which is not among the library's types. */
interface PrismaNode {
  extensions: {
    pothosPrismaModel: string
    pothosPrismaLoader(context: GraphQLContext): {
      findUnique(row: Row, context: GraphQLContext): Row & Record<string, unknown>
    }
  }
}

/**
 * The rows of one type that the viewer may see. All are one statement: the library reads each by itself, unless what the
 * viewer may see is so simple that Prisma can join the reads.
 */
async function readRows(
  typename: string,
  ids: string[],
  context: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<Row[]> {
  const config: unknown = builder.configStore.getTypeConfig(typename, 'Object')
  const { pothosPrismaModel: model, pothosPrismaLoader: loaderOf } = (config as PrismaNode).extensions
  const { id: _id, ...reached } = loaderOf(context).findUnique({ id: '' }, context)
  // Prisma's types know each table's delegate by its name alone, and none that is found at run time.
  const delegates = context.services.db as unknown as Record<
    string,
    { findMany(query: object): Promise<Row[]> }
  >
  const delegate = delegates[model.charAt(0).toLowerCase() + model.slice(1)]
  if (!delegate) throw new Error(`there is no table of ${typename}`)
  const query = queryFromInfo({ context, info, typeName: typename })
  return delegate.findMany({ ...query, where: { ...reached, id: { in: ids } } })
}

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description: 'Any object by its id. Null when there is none, or the viewer may not see it.',
    args: { id: t.arg.id({ description: 'The `id` of an object of this API.' }) },
    // The interface knows nothing of the rows; each is branded with its type.
    resolve: async (_root, { id }, context, info) => (await findNodes([id], context, info))[0] as never,
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description:
      'Several objects by their ids, in the order of the ids. Null in the place of each that `node` would not return.',
    args: { ids: t.arg.idList({ description: `At most ${MAX_NODES} ids.` }) },
    resolve: async (_root, { ids }, context, info) => {
      if (ids.length > MAX_NODES) {
        throw new AppError('invalid_request', `You can read at most ${MAX_NODES} ids at once.`, {
          field: 'ids',
        })
      }
      return (await findNodes(ids, context, info)) as never
    },
  }),
}))
