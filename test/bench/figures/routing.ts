import { simulateHour } from '../../routing/simulate-hour.ts'
import { type Measurement, measured, percentile } from '../measurement.ts'

/** The same hour for each way of routing, by a clock that the simulation turns: no machine is fast or slow in it. */
export async function measureRouting(): Promise<Measurement[]> {
  return (['EVERYONE', 'LEAST_BUSY', 'ROUND_ROBIN', 'ASSIGN'] as const).flatMap((routing) => {
    const { waits, most, shares } = simulateHour(routing)
    const isLimited = routing !== 'EVERYONE'
    const of = (value: number) => ({ values: [value], floors: [] })
    return [
      measured(`${routing}: wait for an answer, p95`, 's', of(percentile(waits, 0.95))),
      measured(
        `${routing}: longest wait`,
        's',
        of(waits.at(-1) ?? 0),
        isLimited ? { atMost: 180 } : undefined,
      ),
      measured(`${routing}: most chats at once`, 'chats', of(most), isLimited ? { atMost: 4 } : undefined),
      measured(`${routing}: fewest chats of an operator`, 'chats', of(shares[0] ?? 0)),
    ]
  })
}
