import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  PothosValidationError,
  type SchemaTypes,
} from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'
import { AppError } from '../../errors.ts'
import { MAX_LIST } from './bounds.ts'
import { checkPage } from './check-page.ts'

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      checkedArgs: CheckedArgs<Types>
    }
  }
}

/**
 * Checks the arguments of every query before it runs: lists must not be too long, texts must not contain NUL, which
 * PostgreSQL cannot compare with, a page must be one that can be given, and ids must be of the right type. Throws
 * `invalid_request`, or `invalid_cursor`, with the path of the argument. The input of a mutation is checked by the
 * mutation: see `read-input.ts`.
 */
class CheckedArgs<Types extends SchemaTypes> extends BasePlugin<Types> {
  /** Ids are decoded by mappers of the arguments, which do not say which argument they refuse. */
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    return { ...field, argMappers: field.argMappers.map((mapper) => oneByOne(mapper)) }
  }

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    // Those of a subscription are checked when it starts, not for every event.
    if (field.kind === 'Subscription' || field.kind === 'Mutation') return resolve
    return checked(resolve, field, this.texts(field))
  }

  override wrapSubscribe(
    subscribe: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> | undefined {
    return subscribe && checked(subscribe, field, this.texts(field))
  }

  /**
   * The arguments that are texts, besides the texts within inputs. Ids are not among them: whatever they contain, they
   * are decoded first.
   */
  private texts({ args }: PothosOutputFieldConfig<Types>): Set<string> {
    const isText = ({ type }: PothosInputFieldConfig<Types>) =>
      type.kind === 'Scalar' && this.builder.configStore.getTypeConfig(type.ref).name === 'String'
    return new Set(Object.keys(args).filter((name) => isText(args[name] as PothosInputFieldConfig<Types>)))
  }
}

type ArgMapper<Types extends SchemaTypes> = PothosOutputFieldConfig<Types>['argMappers'][number]

function oneByOne<Types extends SchemaTypes>(mapper: ArgMapper<Types>): ArgMapper<Types> {
  return (args, context, info) =>
    Object.assign(
      {},
      ...Object.entries(args).map(([name, value]) => {
        try {
          return mapper({ [name]: value }, context, info)
        } catch (error) {
          const isRefusal = error instanceof AppError || error instanceof PothosValidationError
          if (!isRefusal) throw error
          const isRefused = (part: unknown) => {
            try {
              mapper({ [name]: part }, context, info)
              return false
            } catch {
              return true
            }
          }
          return refuse(pathOf(value, name, isRefused), error.message)
        }
      }),
    )
}

/** The path of the first part of a value that is refused even alone. */
function pathOf(value: unknown, path: string, isRefused: (part: unknown) => boolean): string {
  if (typeof value !== 'object' || value === null) return path
  for (const [name, part] of Object.entries(value)) {
    const isRefusedHere = (inner: unknown) => isRefused(Array.isArray(value) ? [inner] : { [name]: inner })
    if (isRefusedHere(part)) return pathOf(part, `${path}.${name}`, isRefusedHere)
  }
  return path
}

function checked<Types extends SchemaTypes>(
  resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
  field: PothosOutputFieldConfig<Types>,
  texts: Set<string>,
): GraphQLFieldResolver<unknown, Types['Context'], object> {
  const names = Object.keys(field.args)
  if (names.length === 0) return resolve
  const isPage = names.includes('first') && !field.extensions?.hasOwnCursors
  return (parent, args, context, info) => {
    for (const [name, value] of Object.entries(args)) check(value, name, texts.has(name))
    if (isPage) checkPage(args)
    return resolve(parent, args, context, info)
  }
}

function check(value: unknown, path: string, isText: boolean): void {
  if (typeof value === 'string') {
    if (isText && value.includes('\u0000')) refuse(path, 'A text must not contain the NUL character.')
  } else if (Array.isArray(value)) {
    if (value.length > MAX_LIST) refuse(path, `A list can have at most ${MAX_LIST} entries.`)
  } else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    for (const [name, part] of Object.entries(value)) check(part, `${path}.${name}`, true)
  }
}

function refuse(field: string, message: string): never {
  throw new AppError('invalid_request', message, { field })
}

const name = 'checkedArgs' as const
SchemaBuilder.registerPlugin(name, CheckedArgs)

export default name
