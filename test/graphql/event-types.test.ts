import { type GraphQLEnumType, isNonNullType, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { EventKind } from '../../server/generated/prisma/enums.ts'
import { typeName } from '../../server/graphql/event-types/event-kinds.ts'
import { schema } from '../../server/graphql/schema.ts'

const EARLIER = ['MESSAGE_UPDATED', 'CHAT_INVITATION_UPDATED']
const kinds = Object.keys(EventKind).filter((kind) => !EARLIER.includes(kind))
const types = schema.getPossibleTypes(schema.getType('Event') as never)

test('every kind of the log has a type of its own, in the past tense, and nothing else is an event but ResyncRequired', () => {
  expect(types.map(({ name }) => name).sort()).toEqual([...kinds.map(typeName), 'ResyncRequired'].sort())
  for (const kind of kinds)
    expect(kind).toMatch(/(ED|LEFT|HANDED_OFF|HANDED_BACK|SET_AWAY|TAKEN|SENT|READ|SEEN)$/)
  const filters = schema.getType('EventType') as GraphQLEnumType
  expect(
    filters
      .getValues()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(kinds.sort())
})

test.for(types.map(({ name }) => name))('%s has only fields of its own that are always there', (name) => {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`${name} is no object`)
  const { id, cursor, occurredAt, actor, ...own } = type.getFields()
  expect([id, cursor, occurredAt].every((field) => field && isNonNullType(field.type))).toBe(true)
  expect(actor).toBeDefined()
  for (const field of Object.values(own))
    expect([field.name, isNonNullType(field.type)]).toEqual([field.name, true])
})
