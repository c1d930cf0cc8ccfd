import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLEnumType } from 'graphql'
import { expect, test } from 'vitest'
import { enRecords } from '../../../operator-app/src/messages/en-records.ts'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

test('every action of the audit log has a text, and can be filtered by', () => {
  const type = schema.getType('AuditAction') as GraphQLEnumType
  const actions = type.getValues().map(({ name }) => name)
  expect(Object.keys(enRecords.audit.actions).sort()).toEqual(actions.sort())
})
