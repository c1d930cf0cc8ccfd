import { resolveNodes } from '@pothos/plugin-relay'
import { type GraphQLResolveInfo, isObjectType } from 'graphql'
import { AppError } from '../errors.ts'
import { MAX_NODES } from './bounds.ts'
import { builder } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import { readGlobalId } from './global-id.ts'

const Node = builder.nodeInterfaceRef()

/** The objects with these ids that the viewer may see, in their order; null for all others. */
async function findNodes(
  ids: readonly (string | number)[],
  context: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<unknown[]> {
  const known = ids.map((id) => {
    const read = readGlobalId(String(id))
    return read && isNode(info, read.typename) ? read : null
  })
  return Promise.all(await resolveNodes(builder, context, info, known))
}

function isNode({ schema }: GraphQLResolveInfo, typename: string): boolean {
  const type = schema.getType(typename)
  return isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')
}

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description: 'Any object by its id. Null when there is none, or the viewer may not see it.',
    args: { id: t.arg.id({ description: 'The `id` of an object of this API.' }) },
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
