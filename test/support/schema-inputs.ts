import { randomUUID } from 'node:crypto'
import { type GraphQLInputObjectType, getNamedType, isRequiredInputField } from 'graphql'
import { schema } from '../../server/graphql/schema.ts'

/** Something that every mutation takes as a value of this type. */
const SAMPLES: Record<string, () => unknown> = {
  String: () => 'https://client.example.com/',
  Boolean: () => true,
  Int: () => 1,
  UUID: () => randomUUID(),
  Role: () => 'OPERATOR',
  BotProfile: () => 'SEED',
}

/** Fields of the mutation's `input`, none for a mutation without one. */
export function inputFields(mutation: string) {
  const input = schema
    .getMutationType()
    ?.getFields()
    [mutation]?.args.find((arg) => arg.name === 'input')
  return input ? Object.values((getNamedType(input.type) as GraphQLInputObjectType).getFields()) : []
}

export function mutationNames(): string[] {
  return Object.keys(schema.getMutationType()?.getFields() ?? {})
}

/** Every place where a mutation takes an id, as `mutation.field`. */
export const idFields = () => fieldsOf('ID')

/** Every place where a mutation takes a text, as `mutation.field`. */
export const textFields = () => fieldsOf('String')

function fieldsOf(type: string): string[] {
  return mutationNames().flatMap((mutation) =>
    inputFields(mutation)
      .filter((field) => getNamedType(field.type).name === type)
      .map((field) => `${mutation}.${field.name}`),
  )
}

/**
 * An input that the schema accepts: a sample for every scalar, `idFor` for every id that is required. Undefined for
 * a mutation without input.
 */
export function sampleInput(
  mutation: string,
  idFor: (field: string) => string,
): Record<string, unknown> | undefined {
  const fields = inputFields(mutation)
  if (fields.length === 0) return undefined
  const entries = fields.flatMap((field) => {
    const type = getNamedType(field.type).name
    if (field.name === 'to') return [[field.name, 'somebody@example.com']]
    if (type !== 'ID') return [[field.name, SAMPLES[type]?.()]]
    if (!isRequiredInputField(field)) return []
    const id = idFor(field.name)
    return [[field.name, field.name.endsWith('Ids') ? [id] : id]]
  })
  return Object.fromEntries(entries)
}
