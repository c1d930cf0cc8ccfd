import { expect, test } from 'vitest'
import { mergeRules } from '../../../operator-app/src/settings/channels/triggers/merge-rules.ts'
import type { SvcRule } from '../../../widget/svc-api.d.ts'

const rule = (id: string, name = id): SvcRule => ({ id, name, conditions: [], actions: [] })
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => rule(id)) as [SvcRule, SvcRule, SvcRule, SvcRule]
const copied = [a, b]

test.each([
  ['what neither has changed stays', [a, b], [a, b], [a, b]],
  [
    'what each has changed counts',
    [rule('a', 'mine'), b],
    [a, rule('b', 'theirs')],
    [rule('a', 'mine'), rule('b', 'theirs')],
  ],
  [
    'of what both have changed the own stays',
    [rule('a', 'mine'), b],
    [rule('a', 'theirs'), b],
    [rule('a', 'mine'), b],
  ],
  ['what each has added is there, the own below', [a, b, c], [a, b, d], [a, b, d, c]],
  ['what each has removed is gone', [b], [a], []],
  [
    'what was changed is there although the other removed it',
    [rule('a', 'mine'), b],
    [b],
    [b, rule('a', 'mine')],
  ],
  ['what was removed is gone although the other changed it', [b], [rule('a', 'theirs'), b], [b]],
  ['the own order counts', [b, a], [a, b, d], [b, a, d]],
  ['without an own order the other one counts', [a, b, c], [b, a], [b, a, c]],
  ['an id that stands twice is left to the server', [a, a], [a, b, d], [a, a]],
])('%s', (_, edited, stored, merged) => {
  expect(mergeRules(copied, edited, stored)).toEqual(merged)
})
