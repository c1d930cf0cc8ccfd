import { expect, test } from 'vitest'
import type { Call } from '../../../operator-app/src/graphql/calls.ts'
import { createCalls } from '../../../operator-app/src/state/archive/calls.svelte.ts'
import { holdRequests } from '../hold-requests.ts'

/** A call that has ended, the larger the number the later. */
function makeCall(number: number): Call {
  const at = `2026-03-01T12:${String(number).padStart(2, '0')}:00.000Z`
  return {
    id: `call ${number}`,
    type: 'CALLBACK',
    phone: '',
    state: 'END',
    revision: 1,
    reason: null,
    outcome: 'ANSWERED',
    recordUrl: null,
    gateway: 'OPERATOR_DIALS',
    offered: false,
    channel: { id: 'channel', name: 'A channel' },
    visitor: null,
    chat: null,
    operator: null,
    endedAt: at,
    createdAt: at,
  }
}

function page(numbers: number[], endCursor: string | null = null) {
  return { calls: { nodes: numbers.map(makeCall), pageInfo: { hasNextPage: endCursor !== null, endCursor } } }
}

test('when everything is read again while the next page of calls is, the newest calls are there', async () => {
  const answers = holdRequests('Calls')
  const calls = createCalls('me')
  const first = calls.loadPast()
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.(page([4, 3], '3'))
  await first
  const more = calls.readMore()
  await expect.poll(() => answers.length).toBe(2)
  const reload = calls.reload()
  await expect.poll(() => answers.length).toBe(3)
  answers[1]?.(page([2, 1]))
  await more
  answers[2]?.(page([]))
  await expect.poll(() => answers.length).toBe(4)
  answers[3]?.(page([5, 4], '4'))
  await reload
  expect(calls.past.map(({ id }) => id)).toEqual(['call 5', 'call 4'])
  expect([calls.hasMore, calls.isReadingMore, calls.failed]).toEqual([true, false, false])
})
