import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeValue } from '../../../operator-app/src/settings/audit-log/describe-value.ts'

test('of a change with more people than have a name in it, the log says how many others there are', () => {
  const ids = Array.from({ length: 130 }, () => randomUUID())
  const mentions = ids.slice(0, 2).map((text, n) => ({ text, name: `Operator ${n}` }))
  const describe = (text: string[]) =>
    describeValue({ field: 'operators', before: null, after: null, mentions }, JSON.stringify(text))
  expect(describe(ids)).toBe('Operator 0, Operator 1, and 128 others')
  const [first = '', , third = ''] = ids
  expect(describe([first, third])).toBe(`Operator 0, ${third}`)
})
