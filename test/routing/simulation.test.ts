import { expect, test } from 'vitest'
import { simulateHour } from './simulate-hour.ts'

test.each([
  ['LEAST_BUSY' as const, 180],
  ['ROUND_ROBIN' as const, 180],
  ['ASSIGN' as const, 60],
])(
  'in a busy hour with %s, everybody is answered, nobody is above the limit, and the work is shared',
  (routing, longestWait) => {
    const { waits, unanswered, most, shares } = simulateHour(routing)
    expect(unanswered).toBe(0)
    expect(waits.at(-1)).toBeLessThan(longestWait)
    expect(most).toBe(4)
    // A thousand chats for thirty people.
    expect(shares[0]).toBeGreaterThan(1_000 / 30 / 2)
    expect(shares.at(-1)).toBeLessThan((1_000 / 30) * 2)
  },
)

test.each(['LEAST_BUSY' as const, 'ROUND_ROBIN' as const, 'ASSIGN' as const])(
  'in a busy hour of three departments with %s, everybody is answered, and nobody is above the limit',
  (routing) => {
    const { waits, unanswered, most, shares } = simulateHour(routing, 3)
    expect(unanswered).toBe(0)
    expect(waits.at(-1)).toBeLessThan(240)
    expect(most).toBe(4)
    expect(shares[0]).toBeGreaterThan(1_000 / 30 / 2)
  },
)
