import { afterEach, expect, test } from 'vitest'
import { toJson } from '../../../widget/loader/to-json.ts'

type Changed = { toJSON?: () => unknown }
const prototypes = [Array.prototype, Object.prototype, String.prototype] as unknown as Changed[]

afterEach(() => {
  for (const prototype of prototypes) delete prototype.toJSON
})

test('writes what JSON.stringify writes', () => {
  const values = [
    null,
    'a "quote" and \u2028',
    1.5,
    true,
    [],
    {},
    [1, [2, null, undefined], { a: undefined, b: [{ c: '' }] }],
    { 'a"b': 1, nested: { list: [1, 2], nothing: null } },
  ]
  for (const value of values) expect(toJson(value)).toBe(JSON.stringify(value))
})

test('writes the same on a page that gave everything a toJSON', () => {
  const value = { text: 'Hello', list: ['a', { b: [1] }] }
  const expected = JSON.stringify(value)
  for (const prototype of prototypes) prototype.toJSON = () => 'changed by the page'
  expect(toJson(value)).toBe(expected)
})
