import { expect, test } from 'vitest'
import { cutList, type Listed, placeVisitor } from '../../../operator-app/src/state/site-list.ts'

const here = (id: string, minute: number, onSite = true): Listed => ({
  id,
  details: { onSite, startedAt: `2027-01-01T10:${String(minute).padStart(2, '0')}:00.000Z` },
})
const idsOf = (visitors: readonly Listed[]) => visitors.map(({ id }) => id)
const list = [here('c', 30), here('b', 20), here('a', 10)]

test('whoever comes is placed by the begin of their visit, and whoever leaves is gone', () => {
  expect(idsOf(placeVisitor(list, here('d', 25), true))).toEqual(['c', 'd', 'b', 'a'])
  expect(idsOf(placeVisitor(list, here('b', 40), true))).toEqual(['b', 'c', 'a'])
  expect(idsOf(placeVisitor(list, here('b', 20, false), true))).toEqual(['c', 'a'])
})

test('whoever belongs on a page that has not been read is not put at the end of the list', () => {
  expect(idsOf(placeVisitor(list, here('d', 5), true))).toEqual(['c', 'b', 'a', 'd'])
  expect(idsOf(placeVisitor(list, here('d', 5), false))).toEqual(['c', 'b', 'a'])
})

test('a list that has grown too long is cut where the next page can begin', () => {
  const cursors = new Map([
    ['b', 'cursor of b'],
    ['a', 'cursor of a'],
  ])
  expect(cutList(list, 2, cursors)).toEqual({ visitors: list.slice(0, 2), next: 'cursor of b' })
  expect(cutList([here('d', 40), ...list], 4, cursors)?.next).toBe('cursor of a')
  expect(cutList([...list, here('z', 5)], 4, cursors)?.visitors).toEqual(list)
  expect(cutList(list, 1, cursors)).toBeNull()
})
