import { randomUUID } from 'node:crypto'
import { type GraphQLInputObjectType, getNamedType, isInputObjectType, isRequiredInputField } from 'graphql'
import { encodeGlobalId } from '../../server/graphql/kit/global-id.ts'
import { schema } from '../../server/graphql/schema.ts'

/** Something that every mutation takes as a value of this type. */
const SAMPLES: Record<string, () => unknown> = {
  ID: () => encodeGlobalId('Chat', randomUUID()),
  String: () => 'https://client.example.com/',
  Boolean: () => false,
  Int: () => 1,
  UUID: () => randomUUID(),
  Role: () => 'OPERATOR',
  BotProfile: () => 'SEED',
  WebhookEvent: () => 'CHAT_FINISHED',
  TriggerEvent: () => 'SHOWN',
  ChatRating: () => 'POSITIVE',
  ChatPriority: () => 'HIGH',
  TagColor: () => 'RED',
  DraftKind: () => 'REPLY',
  ViewOrder: () => 'OLDEST',
  ViewSharing: () => 'DEPARTMENT',
  JSON: () => ({}),
  DateTime: () => new Date().toISOString(),
}

/** The same for fields that not every value of their type fits. */
const SAMPLES_OF_FIELDS: Record<string, () => unknown> = {
  timeZone: () => 'Europe/Berlin',
  countries: () => ['DE'],
  to: () => 'somebody@example.com',
  email: () => `${randomUUID()}@example.com`,
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

/** The mutations that visitors may call. */
export function visitorMutationNames(): string[] {
  const fields = schema.getMutationType()?.getFields() ?? {}
  return Object.keys(fields).filter((name) => fields[name]?.extensions.forVisitors === true)
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
    const named = getNamedType(field.type)
    if (isInputObjectType(named)) {
      return isRequiredInputField(field) ? [[field.name, sampleObject(named)]] : []
    }
    const type = named.name
    if (type !== 'ID') return [[field.name, (SAMPLES_OF_FIELDS[field.name] ?? SAMPLES[type])?.()]]
    if (!isRequiredInputField(field)) return []
    const id = idFor(field.name)
    return [[field.name, field.name.endsWith('Ids') ? [id] : id]]
  })
  return Object.fromEntries(entries)
}

/** Every scalar of an input within an input; of alternatives the first. */
export function sampleObject(type: GraphQLInputObjectType): Record<string, unknown> {
  const fields = Object.values(type.getFields())
  return Object.fromEntries(
    (type.isOneOf ? fields.slice(0, 1) : fields).map((field) => {
      const named = getNamedType(field.type)
      return [field.name, isInputObjectType(named) ? sampleObject(named) : SAMPLES[named.name]?.()]
    }),
  )
}
