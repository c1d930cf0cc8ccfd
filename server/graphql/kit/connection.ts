import type { ObjectRef } from '@pothos/core'
import { DEFAULT_PAGE, MAX_PAGE } from './bounds.ts'
import { builder, type Types } from './builder.ts'

/** A page of a list whose entries may be counted: `t.prismaConnection({ totalCount })` says how. */
interface Page {
  totalCount?: () => number | null | Promise<number | null>
}

/** On which lists of this node counting is fast enough to be offered. */
type CountAvailability = 'always' | 'sometimes' | 'never'

/** The one connection type of a node, whoever its parent is: `ChatConnection` with `ChatEdge` for `Chat`. */
export function connectionOf<Node extends object>(
  name: string,
  type: ObjectRef<Types, Node>,
  { counted }: { counted: CountAvailability },
): ObjectRef<Types, PothosSchemaTypes.ConnectionShapeHelper<Types, Node, false>['shape']> {
  const connection = builder.connectionObject(
    {
      type,
      name: `${name}Connection`,
      description: `A page of objects of the type ${name}: \`first\` or \`last\`, 1 to ${MAX_PAGE} of them, ${DEFAULT_PAGE} by default.`,
    },
    { name: `${name}Edge`, description: `One ${name} of a page, with its cursor.` },
  )
  if (counted !== 'never') {
    builder.objectField(connection, 'totalCount', (t) =>
      t.int({
        nullable: counted === 'sometimes',
        description: `The number of entries on all pages together.${counted === 'sometimes' ? ' Null where counting would be slow: see the field that returns the page.' : ''}`,
        // Nothing is read for a page of which only this is asked.
        extensions: { pothosPrismaTotalCount: true },
        resolve: (page: unknown) => (page as Page).totalCount?.() ?? null,
        // Whether it is nullable decides the type of this object, and is known only at run time.
      } as never),
    )
  }
  // The library's type of a connection is about its own shape, not about one with `totalCount`.
  return connection as never
}
