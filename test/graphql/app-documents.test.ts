import { createComplexityRule } from '@pothos/plugin-complexity'
import { formatDocument } from '@urql/core'
import { validate } from 'graphql'
import { expect, test } from 'vitest'
import { eventsSubscription } from '../../operator-app/src/graphql/events.ts'
import { COST } from '../../server/graphql/kit/operation-limits.ts'
import { schema } from '../../server/graphql/schema.ts'

test('the subscription of the operator app, as its client sends it, is within the limits with room for more events', () => {
  // The client adds `__typename` to every object.
  const document = formatDocument(eventsSubscription)
  const limits = { ...COST, maxBreadth: COST.maxBreadth * 0.9 }
  const rule = createComplexityRule({ context: {}, variableValues: {}, ...limits })
  expect(validate(schema, document, [rule]).map(({ message }) => message)).toEqual([])
})
