import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import { parsePrismaCursor } from '@pothos/plugin-prisma'
import type { GraphQLFieldResolver } from 'graphql'
import { AppError } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import { MAX_LIST } from './bounds.ts'

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      checkedArgs: CheckedArgs<Types>
    }
  }
}

const CURSORS = ['after', 'before']

/**
 * Looks at the arguments of every field before it runs: lists are not longer than anybody needs, texts hold no NUL,
 * which PostgreSQL cannot compare with, and the cursors of a connection are cursors. Throws `invalid_request` with the
 * path of the argument. The texts of a mutation's input are the mutation's own: see `storable-input.ts`.
 */
class CheckedArgs<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const names = Object.keys(field.args)
    // A subscription's are looked at when it starts, not for every event.
    if (names.length === 0 || field.kind === 'Subscription') return resolve
    const hasText = field.kind !== 'Mutation'
    const cursors = names.includes('first') ? CURSORS : []
    return (parent, args, context, info) => {
      for (const [name, value] of Object.entries(args)) check(value, name, hasText)
      for (const name of cursors) checkCursor((args as Record<string, unknown>)[name], name)
      return resolve(parent, args, context, info)
    }
  }

  override wrapSubscribe(
    subscribe: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> | undefined {
    return (
      subscribe &&
      ((parent, args, context, info) => {
        for (const [name, value] of Object.entries(args)) check(value, name, true)
        return subscribe(parent, args, context, info)
      })
    )
  }
}

function check(value: unknown, path: string, hasText: boolean): void {
  if (typeof value === 'string') {
    if (hasText && value.includes('\u0000')) refuse(path, 'A text must not hold the character NUL.')
  } else if (Array.isArray(value)) {
    if (value.length > MAX_LIST) refuse(path, `A list holds at most ${MAX_LIST} entries.`)
    for (const [index, part] of value.entries()) check(part, `${path}.${index}`, hasText)
  } else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    for (const [name, part] of Object.entries(value)) check(part, `${path}.${name}`, hasText)
  }
}

/** Every connection of ours goes by ids. */
function checkCursor(cursor: unknown, name: string): void {
  if (cursor === null || cursor === undefined) return
  if (!isUuid(parsePrismaCursor(cursor))) {
    refuse(name, 'The cursor is none of ours. Take one from a page that was read before.')
  }
}

function refuse(field: string, message: string): never {
  throw new AppError('invalid_request', message, { field })
}

const name = 'checkedArgs' as const
SchemaBuilder.registerPlugin(name, CheckedArgs)

export default name
