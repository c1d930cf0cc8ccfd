import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'
import type { GraphQLContext } from './context.ts'

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      measuredFields: MeasuredFields<Types>
    }
  }
}

type Resolver = GraphQLFieldResolver<unknown, GraphQLContext, object>

/**
 * Measures every field of every answer: see `answer-meter.ts`. A value that is there already is not turned into a
 * promise.
 */
class MeasuredFields<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const isJson =
      field.type.kind === 'Scalar' && this.builder.configStore.getTypeConfig(field.type.ref).name === 'JSON'
    return measured(resolve as Resolver, isJson) as typeof resolve
  }
}

/** Prisma's promises are not of the class. */
function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

function measured(resolve: Resolver, isJson: boolean): Resolver {
  const measure = (value: unknown, context: GraphQLContext, name: string | number): unknown => {
    context.answer.add(name, isJson ? JSON.stringify(value) : value)
    return value
  }
  return (parent, args, context, info) => {
    const value = resolve(parent, args, context, info)
    const name = info.path.key
    return isPromise(value)
      ? value.then((settled) => measure(settled, context, name))
      : measure(value, context, name)
  }
}

const name = 'measuredFields' as const
SchemaBuilder.registerPlugin(name, MeasuredFields)

export default name
