import { expect, test } from 'vitest'
import { createCalls } from '../../../operator-app/src/state/archive/calls.svelte.ts'
import { holdRequests } from '../hold-requests.ts'
import { makeCall, makeChat } from '../samples.ts'

/** The larger the number, the later. */
function numbered(number: number) {
  const at = `2026-03-01T12:${String(number).padStart(2, '0')}:00.000Z`
  return makeCall({ id: `call ${number}`, endedAt: at, createdAt: at })
}

function page(numbers: number[], endCursor: string | null = null) {
  return { calls: { nodes: numbers.map(numbered), pageInfo: { hasNextPage: endCursor !== null, endCursor } } }
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

test('when everything is read again while the past is and that then fails, the calls are there', async () => {
  const answers = holdRequests('Calls')
  const calls = createCalls('me')
  const first = calls.loadPast()
  await expect.poll(() => answers.length).toBe(1)
  const reload = calls.reload()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(page([]))
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.(page([1]))
  await reload
  // Without what was asked for, an answer is a failure.
  answers[0]?.({})
  await first
  expect([calls.past.length, calls.failed]).toEqual([1, false])
})

test('of more calls under way than fit on a page, the one that has waited longest is offered first', async () => {
  const answers = holdRequests('Calls')
  const calls = createCalls('me')
  const waiting = (number: number) => ({ ...numbered(number), endedAt: null, offered: true })
  const load = calls.load()
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.({ calls: { nodes: [waiting(2)], pageInfo: { hasNextPage: true, endCursor: '2' } } })
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.({ calls: { nodes: [waiting(1)], pageInfo: { hasNextPage: false, endCursor: '1' } } })
  await load
  expect(calls.offered.map(({ id }) => id)).toEqual(['call 1', 'call 2'])
})

test('a visitor who is renamed while their calls are being read has the new name there', async () => {
  const answers = holdRequests('Calls', 'Call')
  const calls = createCalls('me')
  const { visitor } = makeChat()
  const call = { ...numbered(1), visitor }
  const [past, one] = [calls.loadPast(), calls.read(call.id)]
  await expect.poll(() => answers.length).toBe(2)
  calls.applyVisitor({ ...visitor, name: 'Dora Delay' })
  answers[1]?.({ call: { ...call, log: [] } })
  await one
  expect(calls.get(call.id)?.visitor?.name).toBe('Dora Delay')
  answers[0]?.({ calls: { nodes: [call], pageInfo: { hasNextPage: false, endCursor: null } } })
  await past
  expect(calls.get(call.id)?.visitor?.name).toBe('Dora Delay')
})

test('what a merge fills in of a visitor is shown at their own calls as well as at those that they take over', () => {
  const calls = createCalls('me')
  const { visitor } = makeChat()
  const merged = { ...visitor, id: 'merged', name: 'Dora' }
  calls.apply({ ...numbered(1), visitor })
  calls.apply({ ...numbered(2), visitor: merged })
  calls.applyVisitor({ ...visitor, name: 'Dora' }, merged.id)
  expect(calls.of(visitor.id).map((call) => call.visitor?.name)).toEqual(['Dora', 'Dora'])
})
