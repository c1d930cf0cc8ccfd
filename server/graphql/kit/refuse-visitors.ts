import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql'
import type { GraphQLContext } from './context.ts'
import { visitorsCannot } from './context.ts'

type Resolver = GraphQLFieldResolver<unknown, GraphQLContext>

/**
 * Refuses every root field to visitors, also what needs no sign-in, unless the field has the extension
 * `forVisitors: true`. A new field is therefore closed to them until somebody decides otherwise.
 */
export function refuseVisitors(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      if (field.extensions.forVisitors === true) continue
      if (type === schema.getSubscriptionType()) field.subscribe = guarded(field.subscribe)
      else field.resolve = guarded(field.resolve)
    }
  }
  return schema
}

function guarded(resolve: Resolver = defaultFieldResolver): Resolver {
  return (root, args, context, info) => {
    if (context.principal?.kind === 'visitor') throw visitorsCannot()
    return resolve(root, args, context, info)
  }
}
