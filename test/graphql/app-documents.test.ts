import { createComplexityRule } from '@pothos/plugin-complexity'
import { formatDocument } from '@urql/core'
import { type DocumentNode, validate } from 'graphql'
import { expect, test } from 'vitest'
import { chatsQuery } from '../../operator-app/src/graphql/chats.ts'
import { eventsSubscription } from '../../operator-app/src/graphql/events.ts'
import { COST } from '../../server/graphql/kit/operation-limits.ts'
import { schema } from '../../server/graphql/schema.ts'

const ALMOST = 0.95

/** What is refused of a document. */
function refusals(
  document: DocumentNode,
  limits: typeof COST,
  variableValues: Record<string, unknown> = {},
): string[] {
  const rule = createComplexityRule({ context: {}, variableValues, ...limits })
  return validate(schema, document, [rule]).map(({ message }) => message)
}

test('a page of the inbox is within the limits with room for more fields of a chat', () => {
  const limits = { ...COST, maxComplexity: COST.maxComplexity * ALMOST }
  expect(refusals(chatsQuery, limits, { first: 100 })).toEqual([])
})

test('the subscription of the operator app is within the limits with room for more events', () => {
  // The client of the live events adds `__typename` to every object.
  const document = formatDocument(eventsSubscription)
  expect(refusals(document, { ...COST, maxBreadth: COST.maxBreadth * ALMOST })).toEqual([])
})
