import { expect, test } from 'vitest'
import { listOf } from '../../../operator-app/src/state/site-list.ts'

const visitor = (number: number, page = '/') => ({ number, page })
const list = [visitor(3), visitor(2), visitor(1)]

test('the list has those whom the server names, in its order and as they were last described', () => {
  expect(listOf([4, 3, 1], [...list, visitor(4), visitor(1, '/cart')])).toEqual([
    visitor(4),
    visitor(3),
    visitor(1, '/cart'),
  ])
  expect(listOf([], list)).toEqual([])
})

test('a list with somebody who was never described must be read again', () => {
  expect(listOf([3, 9], list)).toBeNull()
})
