import { expect, test } from 'vitest'
import { Turns } from '../../server/turns.ts'

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
  const turns = new Turns()
  const first = openTask(log, 'first')
  const second = openTask(log, 'second')
  const other = openTask(log, 'other')
  const taken = [turns.take('a', first.run), turns.take('a', second.run), turns.take('b', other.run)]
  other.end()
  expect(await taken[2]).toBe('other')
  expect(log).toEqual(['first', 'other'])
  first.fail()
  await expect(taken[0]).rejects.toThrow('first')
  second.end()
  expect(await taken[1]).toBe('second')
  expect(log).toEqual(['first', 'other', 'second'])
})

test('a task that hangs holds up nobody for long', async () => {
  const log: string[] = []
  const turns = new Turns(1)
  const hanging = openTask(log, 'hanging')
  const next = openTask(log, 'next')
  void turns.take('a', hanging.run)
  const taken = turns.take('a', next.run)
  next.end()
  expect(await taken).toBe('next')
  expect(log).toEqual(['hanging', 'next'])
})
