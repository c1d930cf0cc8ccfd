import { expect, test } from 'vitest'
import { formatPlace, isBefore, type Place, parsePlace, positionOf } from '../../server/events/position.ts'

/** How many open transactions a cursor has room for. */
const ROOM = 50

/** The position of a snapshot in which so many transactions are open, the oldest of them 1000. */
function positionWith(open: number) {
  const transactions = Array.from({ length: open }, (_, n) => 1_000 + 2 * n)
  return positionOf({ snapshot: `1000:2000:${transactions.join(',')}`, at: 1_000_000n })
}

test('the events of transactions that are still open come after the position, those of others before it', () => {
  for (const open of [1, ROOM]) {
    const position = positionWith(open)
    expect(isBefore(999n, position)).toBe(true)
    expect(isBefore(1_000n, position)).toBe(false)
    expect(isBefore(1_001n, position)).toBe(true)
    expect(isBefore(2_000n, position)).toBe(false)
  }
  expect(isBefore(1_999n, positionOf({ snapshot: '2000:2000:', at: 0n }))).toBe(true)
})

test('with more open transactions than a cursor has room for, the position is before the oldest of them', () => {
  const position = positionWith(ROOM + 1)
  expect(isBefore(999n, position)).toBe(true)
  for (let n = 0; n <= ROOM; n++) expect(isBefore(BigInt(1_000 + 2 * n), position)).toBe(false)
})

test('a cursor leads back to its place, also in the middle of a page and with the largest numbers', () => {
  const largest = (n: number) => 10n ** 17n + BigInt(n)
  const position = {
    at: Date.UTC(2200, 0),
    xmax: largest(ROOM),
    open: Array.from({ length: ROOM }, (_, n) => largest(n)),
  }
  const until = { at: 1, xmax: 7n, open: [] }
  const places: Place[] = [
    { position: until, rest: null },
    { position, rest: null },
    { position: until, rest: { until: position, txid: 5n, id: 6n, replayed: 0n } },
    { position, rest: { until: position, txid: largest(1), id: largest(2), replayed: largest(3) } },
  ]
  expect(places.map((place) => parsePlace(formatPlace(place)))).toEqual(places)
})
