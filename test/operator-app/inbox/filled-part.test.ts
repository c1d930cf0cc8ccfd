import { expect, test } from 'vitest'
import { filledPart } from '../../../operator-app/src/inbox/filled-part.ts'

const TARGET = {
  startedAt: '2026-03-20T15:05:00Z',
  nearAt: '2026-03-20T15:50:00Z',
  // On Monday: the last quarter is mostly a weekend.
  dueAt: '2026-03-23T08:05:00Z',
}

test.each([
  ['is empty before', '2026-03-20T15:00:00Z', 0],
  ['is empty at the beginning', '2026-03-20T15:05:00Z', 0],
  ['fills steadily until it is near', '2026-03-20T15:20:00Z', 0.25],
  ['is three quarters full when it is near', '2026-03-20T15:50:00Z', 0.75],
  ['fills steadily until it is due', '2026-03-21T23:57:30Z', 0.875],
  ['is full when it is due', '2026-03-23T08:05:00Z', 1],
  ['is full after', '2026-03-24T00:00:00Z', 1],
])('the ring of a target %s', (_, now, part) => {
  expect(filledPart(TARGET, Date.parse(now))).toBeCloseTo(part)
})
