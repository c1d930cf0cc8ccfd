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
