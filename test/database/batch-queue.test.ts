import pg from 'pg'
import { expect, test } from 'vitest'
import { BatchQueue } from '../../server/database/batch-queue.ts'

/** A queue whose statements end when they are told to. */
function openQueue(keyOf?: (item: string) => string) {
  const log: string[] = []
  const ends: (() => void)[] = []
  const queue = new BatchQueue<string, string>({
    ...(keyOf && { keyOf }),
    run(items) {
      log.push(`run ${items}`)
      return new Promise((resolve) => ends.push(() => resolve(items.map((item) => `${item}!`))))
    },
  })
  const add = (item: string) => queue.add(item).then((result) => log.push(`got ${result}`))
  const began = (count: number) => expect.poll(() => ends.length).toBe(count)
  return { log, ends, add, began }
}

test('what is added while a statement is under way shares the next, which leaves before the results are told', async () => {
  const { log, ends, add, began } = openQueue()
  const added = [add('a')]
  await began(1)
  added.push(add('b'), add('c'))
  ends[0]?.()
  await began(2)
  ends[1]?.()
  await Promise.all(added)
  expect(log).toEqual(['run a', 'run b,c', 'got a!', 'got b!', 'got c!'])
})

test('what is added in one turn shares the first statement, and what has the same key follows', async () => {
  const { log, ends, add, began } = openQueue((item) => item.charAt(0))
  const added = ['a1', 'b1', 'a2'].map(add)
  await began(1)
  ends[0]?.()
  await began(2)
  ends[1]?.()
  await Promise.all(added)
  expect(log).toEqual(['run a1,b1', 'run a2', 'got a1!', 'got b1!', 'got a2!'])
})

test('a single item has its result as soon as its statement has ended', async () => {
  const { log, ends, add, began } = openQueue()
  const added = add('a')
  await began(1)
  ends[0]?.()
  await added
  expect(log).toEqual(['run a', 'got a!'])
})

test('what is to run again does so before what has the same key', async () => {
  const log: string[] = []
  const queue = new BatchQueue<string, string>({
    keyOf: (item) => item.charAt(0),
    async run(items) {
      log.push(`run ${items}`)
      return items.map((item) => (items.length > 1 && item === 'a1' ? undefined : item))
    },
  })
  expect(await Promise.all(['a1', 'b1', 'a2'].map((item) => queue.add(item)))).toEqual(['a1', 'b1', 'a2'])
  expect(log).toEqual(['run a1,b1', 'run a1', 'run a2'])
})

/** Adds the items to a queue whose statements fail with the error as long as `isRefused` of their items is among them. */
async function addFailing(items: string[], error: Error, isRefused: (item: string) => boolean) {
  const ran: string[] = []
  const queue = new BatchQueue<string, string>({
    async run(batch) {
      ran.push(batch.join())
      if (batch.some(isRefused)) throw error
      return batch.map((item) => `${item}!`)
    },
  })
  const added = await Promise.allSettled(items.map((item) => queue.add(item)))
  return { ran, results: added.map((each) => (each.status === 'fulfilled' ? each.value : each.reason)) }
}

test('of a statement that PostgreSQL refuses, only the item that is to blame fails', async () => {
  const error = Object.assign(new pg.DatabaseError('no such character', 0, 'error'), { code: '22021' })
  const { ran, results } = await addFailing(['a', 'bad', 'c'], error, (item) => item === 'bad')
  expect(results).toEqual(['a!', error, 'c!'])
  expect(ran).toEqual(['a,bad,c', 'a', 'bad', 'c'])
})

test('after a lost connection, when nobody knows what is stored, nothing is run a second time', async () => {
  const error = new Error('Connection terminated unexpectedly')
  const { ran, results } = await addFailing(['a', 'b'], error, () => true)
  expect(results).toEqual([error, error])
  expect(ran).toEqual(['a,b'])
})

test.each([
  ['with keys', (item: string) => item],
  ['without', undefined],
])('at most 50 items share a statement, %s', async (_name, keyOf) => {
  const sizes: number[] = []
  const queue = new BatchQueue<string, string>({
    ...(keyOf && { keyOf }),
    async run(items) {
      sizes.push(items.length)
      return items
    },
  })
  const items = Array.from({ length: 120 }, (_, n) => String(n))
  expect(await Promise.all(items.map((item) => queue.add(item)))).toEqual(items)
  expect(sizes).toEqual([50, 50, 20])
})
