import { beforeEach, describe, expect, test } from 'vitest'
import { LaneSlots } from '../../server/outbox/lane-slots.ts'

let resumed: string[]
let isStopping: boolean
let slots: LaneSlots

/** Slots of which a receiver has one, and an account two. */
beforeEach(() => {
  resumed = []
  isStopping = false
  slots = new LaneSlots({ concurrency: 4, perReceiver: 1 }, (lane) => {
    if (!isStopping) resumed.push(lane)
    return !isStopping
  })
})

const of = (receiverId: string, accountId = 'account') => ({ accountId, receiverId })

test('a slot that becomes free is for the lane that has waited longest, and for no new one', () => {
  slots.take(of('receiver'))
  for (const lane of ['first', 'second', 'third']) slots.wait(of('receiver'), lane)
  slots.give(of('receiver'))
  expect(slots.take(of('receiver'))).toBe(false)
  expect(slots.takeKept('second')).toBeNull()
  expect(slots.takeKept('first')).toEqual(of('receiver'))
  slots.give(of('receiver'))
  expect(resumed).toEqual(['first', 'second'])
  expect(slots.waiting).toEqual(['third'])
})

test('a lane does not wait while a slot is free, nor for the slots of other receivers', () => {
  expect(slots.wait(of('receiver'), 'lane')).toBe(false)
  slots.take(of('receiver'))
  slots.take(of('other'))
  expect(slots.wait(of('receiver'), 'lane')).toBe(true)
  slots.give(of('other'))
  expect([resumed, slots.take(of('other'))]).toEqual([[], true])
})

test('a lane that waits already keeps its place', () => {
  slots.take(of('receiver'))
  for (const lane of ['first', 'second', 'first']) slots.wait(of('receiver'), lane)
  slots.give(of('receiver'))
  slots.takeKept('first')
  slots.give(of('receiver'))
  expect(resumed).toEqual(['first', 'second'])
  expect(slots.waiting).toEqual([])
})

test('a process that starts no more keeps its slots free and its lanes waiting', () => {
  slots.take(of('receiver'))
  slots.wait(of('receiver'), 'lane')
  isStopping = true
  slots.give(of('receiver'))
  expect([resumed, slots.busy, slots.waiting]).toEqual([[], { accounts: [], receivers: [] }, ['lane']])
})

test('of more than 10,000 lanes that wait for one receiver, the later ones are left to the sweep', () => {
  slots.take(of('receiver'))
  const waits = Array.from({ length: 10_001 }, (_, n) => slots.wait(of('receiver'), `lane ${n}`))
  expect(waits).not.toContain(false)
  expect(slots.waiting).toHaveLength(10_000)
  expect(slots.isWaiting('lane 9999')).toBe(true)
  expect(slots.isWaiting('lane 10000')).toBe(false)
})

describe('however many receivers an account has', () => {
  beforeEach(() => {
    for (const receiver of ['one', 'two']) slots.take(of(receiver))
  })

  test('it gets half of what a process works on, and another account the other half', () => {
    expect(slots.busy).toEqual({ accounts: ['account'], receivers: ['one', 'two'] })
    expect([slots.take(of('three')), slots.wait(of('three'), 'lane')]).toEqual([false, true])
    const others = ['four', 'five', 'six'].map((receiver) => slots.take(of(receiver, 'other')))
    expect(others).toEqual([true, true, false])
  })

  test('one receiver alone has all the slots that it may have', () => {
    slots = new LaneSlots({ concurrency: 5, perReceiver: 3 }, () => true)
    const taken = Array.from({ length: 4 }, () => slots.take(of('receiver')))
    expect(taken).toEqual([true, true, true, false])
  })

  test('a lane whose receiver is not busy goes on when another receiver of the account gives a slot back', () => {
    slots.wait(of('three'), 'lane')
    slots.take(of('four', 'other'))
    slots.give(of('four', 'other'))
    expect(resumed).toEqual([])
    slots.give(of('one'))
    expect([resumed, slots.takeKept('lane')]).toEqual([['lane'], of('three')])
    expect(slots.busy).toEqual({ accounts: ['account'], receivers: ['two', 'three'] })
  })

  test('its receivers take turns, so that lanes of one that does not answer keep no other’s waiting', () => {
    for (const lane of ['one, a', 'one, b', 'one, c']) slots.wait(of('one'), lane)
    slots.wait(of('three'), 'three, a')
    for (let turn = 0; turn < 3; turn++) {
      const receiver = slots.takeKept(resumed.at(-1) ?? '')?.receiverId ?? 'one'
      slots.give(of(receiver))
    }
    expect(resumed).toEqual(['one, a', 'three, a', 'one, b'])
    expect(slots.waiting).toEqual(['one, c'])
  })

  test('a slot that nobody waits for is free again, for the receiver and for the account', () => {
    slots.give(of('one'))
    expect(slots.busy).toEqual({ accounts: [], receivers: ['two'] })
    expect(slots.take(of('one'))).toBe(true)
  })
})
