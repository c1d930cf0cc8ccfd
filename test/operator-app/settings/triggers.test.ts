import { expect, test } from 'vitest'
import { findJsonLine } from '../../../operator-app/src/settings/channels/triggers/find-json-line.ts'
import { readRules } from '../../../operator-app/src/settings/channels/triggers/read-rules.ts'

const rule = { id: 'a', conditions: [{ type: 'time_on_page', seconds: 5 }], actions: [{ type: 'open_chat' }] }

test('a value of the JSON is found on its line, however the text is broken into lines', () => {
  const text = JSON.stringify({ rules: [rule, { ...rule, id: 'b, "c": {' }] }, null, 2)
  const lines = text.split('\n')
  expect(lines[findJsonLine(text, ['rules', '1', 'conditions', '0', 'seconds']) - 1]).toContain(
    '"seconds": 5',
  )
  expect(findJsonLine(text, ['rules', '1', 'id'])).toBe(lines.findIndex((line) => line.includes('"b, ')) + 1)
  expect(findJsonLine(text, ['rules', '0', 'repeat'])).toBe(findJsonLine(text, ['rules', '0']))
  expect(findJsonLine('{"rules":[{"id":\n"a"}]}', ['rules', '0', 'id'])).toBe(2)
})

test.for([
  ['{"rules": [\n  nonsense\n]}', 2],
  ['{\n"rules": [],\n}', 3],
  ['{"rules": [\n{"id": "a"', 2],
  ['{"rules": []}\n\n more', 3],
  ['', 1],
  ['[]', 1],
  ['{"rules": [\n{"id": "a", "conditions": [], "actions": [4]}]}', 2],
  ['{"rules": [\n{"conditions": [], "actions": []}]}', 2],
  [
    '{"rules": [\n{"id": "a", "conditions": [], "actions": []},\n{"id": "a", "conditions": [], "actions": []}]}',
    3,
  ],
] as const)('%j has its mistake on line %d', ([text, line]) => {
  expect(readRules(text)).toMatchObject({ problem: { line } })
})

test('rules that the form can show are read as they are', () => {
  expect(readRules(JSON.stringify({ rules: [rule] }))).toEqual({ rules: [rule] })
})
