import { beforeEach, expect, test } from 'vitest'
import { LaneSlots } from '../../server/outbox/lane-slots.ts'

let resumed: string[]
let isStopping: boolean
let slots: LaneSlots
beforeEach(() => {
  resumed = []
  isStopping = false
  slots = new LaneSlots(1, (lane) => {
    if (!isStopping) resumed.push(lane)
    return !isStopping
  })
})

test('a slot that becomes free is for the lane that has waited longest, and for no new one', () => {
  slots.take('receiver')
  for (const lane of ['first', 'second', 'third']) slots.wait('receiver', lane)
  slots.give('receiver')
  expect(slots.take('receiver')).toBe(false)
  expect(slots.takeKept('second')).toBeNull()
  expect(slots.takeKept('first')).toBe('receiver')
  slots.give('receiver')
  expect(resumed).toEqual(['first', 'second'])
  expect(slots.waiting).toEqual(['third'])
})

test('a lane does not wait while a slot is free, nor for the slots of other receivers', () => {
  expect(slots.wait('receiver', 'lane')).toBe(false)
  slots.take('receiver')
  slots.take('other')
  expect(slots.wait('receiver', 'lane')).toBe(true)
  slots.give('other')
  expect([resumed, slots.take('other')]).toEqual([[], true])
})

test('a lane that waits already keeps its place', () => {
  slots.take('receiver')
  for (const lane of ['first', 'second', 'first']) slots.wait('receiver', lane)
  slots.give('receiver')
  slots.takeKept('first')
  slots.give('receiver')
  expect(resumed).toEqual(['first', 'second'])
  expect(slots.waiting).toEqual([])
})

test('a process that starts no more keeps its slots free and its lanes waiting', () => {
  slots.take('receiver')
  slots.wait('receiver', 'lane')
  isStopping = true
  slots.give('receiver')
  expect([resumed, slots.busy, slots.waiting]).toEqual([[], [], ['lane']])
})

test('of more than 10,000 lanes that wait for one receiver, the later ones are left to the sweep', () => {
  slots.take('receiver')
  const waits = Array.from({ length: 10_001 }, (_, n) => slots.wait('receiver', `lane ${n}`))
  expect(waits).not.toContain(false)
  expect(slots.waiting).toHaveLength(10_000)
  expect(slots.isWaiting('lane 9999')).toBe(true)
  expect(slots.isWaiting('lane 10000')).toBe(false)
})
