import { expect, test } from 'vitest'
import { parseJson } from '../../server/text/parse-json.ts'

test.each([
  '{"list":[{"__proto__":{"a":1},"b":2}],"__proto__":null}',
  String.raw`{"list":[{"\u005f_proto_\u005f":{"a":1},"b":2}],"_\u005Fproto__":null}`,
])('members named __proto__ are left out, in whatever way they are written: %s', (text) => {
  const value = parseJson(text)
  expect(JSON.stringify(value)).toBe('{"list":[{"b":2}]}')
})
