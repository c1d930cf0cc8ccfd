import type { GraphQLResolveInfo } from 'graphql'
import type { Actor as ActorShape } from '../events/actor.ts'
import type { ActorType } from '../generated/prisma/client.ts'
import { asksOnlyForId } from './kit/asks-only-for-id.ts'
import { builder } from './kit/builder.ts'
import type { GraphQLContext } from './kit/context.ts'
import { loadRow } from './kit/load.ts'

interface ActorRow {
  id: string
  name: string | null
}

export const Actor = builder.interfaceRef<ActorRow>('Actor').implement({
  description: 'Somebody or something that acts in the account: an operator, a bot or a visitor.',
  fields: (t) => ({
    id: t.id({ description: 'The id of the operator, bot or visitor.' }),
    name: t.exposeString('name', { nullable: true, description: 'Their name. Null for an unnamed visitor.' }),
  }),
})

const readers: Record<Exclude<ActorType, 'SYSTEM'>, Reader> = {
  OPERATOR: ['Operator', ({ loaders }, id) => loadRow(loaders.user, id)],
  BOT: ['Bot', ({ loaders }, id) => loadRow(loaders.bot, id)],
  VISITOR: ['Visitor', ({ loaders }, id) => loadRow(loaders.visitor, id)],
}
type Reader = [
  typename: 'Operator' | 'Bot' | 'Visitor',
  read: (context: GraphQLContext, id: string) => Promise<ActorRow>,
]

/** The actor as an object of the schema; null for the system. */
export async function readActor(
  { type, id }: ActorShape,
  context: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<ActorRow | null> {
  if (type === 'SYSTEM' || id === null) return null
  const [__typename, read] = readers[type]
  const row = asksOnlyForId(info) ? { id, name: null } : await read(context, id)
  const actor: ActorRow & { __typename: string } = { ...row, __typename }
  return actor
}
