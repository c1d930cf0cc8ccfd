import { expect, test } from 'vitest'
import { Follower } from '../../server/events/follower.ts'
import { type LiveEvent, transient } from '../../server/events/live-event.ts'

/** How many events may wait for a screen, and how many it takes at a time. */
const QUEUE = 5_000
const BATCH = 100

const about = { accountId: 'account' }
const resync = transient('RESYNC', about)
const event = (id: number): LiveEvent => ({ ...resync, id: BigInt(id), kind: 'CHAT_UPDATED' })

function push(follower: Follower, from: number, to: number): void {
  for (let id = from; id <= to; id++) follower.push(event(id), `after ${id}`)
}

/** The sizes of the batches in which a screen takes everything, and the ids in them; null for a resync. */
function takeAll(follower: Follower): {
  sizes: number[]
  ids: (number | null)[]
  cursors: (string | null)[]
} {
  const batches = []
  for (let batch = follower.take(); batch.length > 0; batch = follower.take()) batches.push(batch)
  const all = batches.flat()
  return {
    sizes: batches.map(({ length }) => length),
    ids: all.map(({ event: { id } }) => (id === null ? null : Number(id))),
    cursors: all.map(({ cursor }) => cursor),
  }
}

test('a screen gets everything that waits for it, at most 100 events at a time', () => {
  const follower = new Follower(() => resync)
  push(follower, 1, QUEUE)
  const { sizes, ids } = takeAll(follower)
  expect(ids).toEqual(Array.from({ length: QUEUE }, (_, n) => n + 1))
  expect(Math.max(...sizes)).toBe(BATCH)
})

test('a screen that falls behind by more than 5,000 events reads everything again, and goes on from there', () => {
  const follower = new Follower(() => resync)
  push(follower, 1, QUEUE + 2)
  expect(takeAll(follower)).toMatchObject({
    ids: [null, QUEUE + 2],
    cursors: [`after ${QUEUE + 1}`, `after ${QUEUE + 2}`],
  })
})

test('a screen that falls behind in what nobody needs later gets only what comes next', () => {
  const follower = new Follower(() => null)
  push(follower, 1, QUEUE + 2)
  expect(takeAll(follower).ids).toEqual([QUEUE + 2])
})

test('what was missed comes first, and none of it a second time, whether it came live before or comes after', () => {
  const follower = new Follower(() => resync)
  for (const id of [2, 4]) push(follower, id, id)
  follower.pushFirst([1, 2, 3].map((id) => ({ event: event(id), cursor: `replayed ${id}` })))
  for (const id of [3, 1, 5]) push(follower, id, id)
  expect(takeAll(follower).ids).toEqual([1, 2, 3, 4, 5])
})

test('a screen that is gone gets nothing more, and is unfollowed once', async () => {
  const follower = new Follower(() => resync)
  const stopped: string[] = []
  for (const stop of ['one', 'two']) follower.onEnd(() => stopped.push(stop))
  push(follower, 1, 1)
  await follower.return()
  await follower.return()
  expect(stopped).toEqual(['one', 'two'])
  expect(follower.take()).toEqual([])
  expect(await follower.next()).toEqual({ value: undefined, done: true })
})
