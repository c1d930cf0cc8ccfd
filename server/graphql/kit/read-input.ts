import { type GraphQLInputType, getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql'
import { AppError } from '../../errors.ts'
import { storableText } from '../../text/storable-text.ts'
import { MAX_LIST } from './bounds.ts'
import { readGlobalId } from './global-id.ts'

/** The names of the node types that an id in an input may be of, among the extensions of its field. */
export const NODE_TYPES = 'switchboardNodeTypes'

/**
 * Stands for an id that is malformed or of another type. No row has it, so the verb refuses it like any other unknown
 * id, together with all other errors.
 */
const NO_ROW = '00000000-0000-0000-0000-000000000000'

/** A mutation's input as its verb gets it. */
export interface ReadInput<Input> {
  value: Input
  /** With their paths. If there are any, `value` may only be checked: the verb must not act on it. */
  problems: AppError[]
}

/**
 * Reads a mutation's input: ids are decoded, and unpaired surrogates in texts are replaced. Its problems are `too_long`
 * for lists that are too long, which are then empty, and `invalid_request` for texts with NUL, where U+FFFD then stands
 * for it: removing it silently would change a password or name.
 */
export function readInput<Input>(type: GraphQLInputType, input: Input): ReadInput<Input> {
  const problems: AppError[] = []
  const value = read({ type, value: input, path: 'input', nodeTypes: [], problems })
  return { value: value as Input, problems }
}

interface Place {
  type: GraphQLInputType
  value: unknown
  path: string
  nodeTypes: readonly string[]
  problems: AppError[]
}

function read(place: Place): unknown {
  const { value, path, problems } = place
  const type = getNullableType(place.type)
  if (value === null || value === undefined) return value
  if (isListType(type) && Array.isArray(value)) return readList(place, type.ofType, value)
  if (isInputObjectType(type)) {
    const fields = type.getFields()
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        const field = fields[name]
        if (!field) return [name, part]
        const nodeTypes = (field.extensions[NODE_TYPES] as string[] | undefined) ?? []
        return [name, read({ type: field.type, value: part, path: `${path}.${name}`, nodeTypes, problems })]
      }),
    )
  }
  if (typeof value !== 'string') return value
  return getNamedType(type).name === 'ID' ? readId(value, place.nodeTypes) : readText(value, place)
}

function readList(place: Place, type: GraphQLInputType, values: unknown[]): unknown[] {
  const { path, problems } = place
  if (values.length > MAX_LIST) {
    problems.push(new AppError('too_long', `A list can have at most ${MAX_LIST} entries.`, { field: path }))
    return []
  }
  return values.map((value, index) => read({ ...place, type, value, path: `${path}.${index}` }))
}

function readId(value: string, nodeTypes: readonly string[]): { typename: string; id: string } {
  const given = readGlobalId(value)
  const isOfType = given !== null && nodeTypes.includes(given.typename)
  return isOfType ? given : { typename: nodeTypes[0] ?? '', id: NO_ROW }
}

function readText(value: string, { path, problems }: Place): string {
  if (value.includes('\u0000')) {
    problems.push(
      new AppError('invalid_request', 'A text must not contain the NUL character.', { field: path }),
    )
  }
  return storableText(value.replaceAll('\u0000', '\uFFFD'))
}
