import { expect, onTestFinished, test, vi } from 'vitest'
import { KeyedQueue } from '../../server/limits/keyed-queue.ts'

/** A task that ends when it is told to. */
function openTask(log: string[], name: string) {
  let end = () => {}
  let fail = () => {}
  const ended = new Promise<string>((resolve, reject) => {
    end = () => resolve(name)
    fail = () => reject(new Error(name))
  })
  const run = () => {
    log.push(name)
    return ended
  }
  return { run, end, fail }
}

test('tasks of one key run one after the other, also after one that failed, and others do not wait', async () => {
  const log: string[] = []
  const queue = new KeyedQueue()
  const first = openTask(log, 'first')
  const second = openTask(log, 'second')
  const other = openTask(log, 'other')
  const results = [queue.run('a', first.run), queue.run('a', second.run), queue.run('b', other.run)]
  other.end()
  expect(await results[2]).toBe('other')
  expect(log).toEqual(['first', 'other'])
  first.fail()
  await expect(results[0]).rejects.toThrow('first')
  second.end()
  expect(await results[1]).toBe('second')
  expect(log).toEqual(['first', 'other', 'second'])
})

test('a task that hangs holds up nobody for long', async () => {
  const log: string[] = []
  const queue = new KeyedQueue(1)
  const hanging = openTask(log, 'hanging')
  const next = openTask(log, 'next')
  void queue.run('a', hanging.run)
  const results = queue.run('a', next.run)
  next.end()
  expect(await results).toBe('next')
  expect(log).toEqual(['hanging', 'next'])
})

test('a task behind many that hang waits no longer than is left for it', async () => {
  const log: string[] = []
  const queue = new KeyedQueue(60_000, 1)
  for (const name of ['one', 'two', 'three']) void queue.run('a', openTask(log, name).run)
  const last = openTask(log, 'last')
  const result = queue.run('a', last.run)
  last.end()
  expect(await result).toBe('last')
})

test('a task that has waited for long still waits for the one before it, as long as that one does not hang', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const log: string[] = []
  const queue = new KeyedQueue(1_000)
  const tasks = ['first', 'second', 'third'].map((name) => openTask(log, name))
  const results = tasks.map(({ run }) => queue.run('a', run))
  const begun: number[] = []
  for (const { end } of tasks) {
    await vi.advanceTimersByTimeAsync(900)
    begun.push(log.length)
    end()
  }
  expect(await Promise.all(results)).toEqual(['first', 'second', 'third'])
  expect(begun).toEqual([1, 2, 3])
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(0)
})
