import type { Bench, Setting } from '../bench.ts'
import { ascending, type Measurement, measured, percentile, type Rounds } from '../measurement.ts'
import { onPostgresAndRedis } from '../settings.ts'
import { prepareReplies } from './operator-to-client.ts'
import { prepareTrips } from './visitor-to-operator.ts'

/** Milliseconds between the end of one message and the next. */
const PACE = [15, 20] as const
/** A message takes longer than back to back. */
const FEWER = 3

interface Way {
  /** Milliseconds of each message. */
  server(): Promise<number[]>
  floor(): Promise<number[]>
  stop(): Promise<void>
}

/**
 * Messages at the pace of people, on a server that has just been started and has done next to nothing: neither code nor
 * caches are warm, and timers and pauses show that do not when messages come back to back.
 */
export async function measureHumanPace(bench: Bench): Promise<Measurement[]> {
  const count = Math.floor(bench.count / FEWER)
  const trips = (setting: Setting) => prepareTrips(bench, setting, { connections: 1, count, pace: PACE })
  const replies = (setting: Setting) => prepareReplies(bench, setting, { count, pace: PACE })
  return [
    measured('visitor to operator at a human pace, p50', 'ms', await take(bench, trips), { atMost: 1.5 }),
    measured('operator to client at a human pace, p50', 'ms', await take(bench, replies), { atMost: 3 }),
  ]
}

/** Each round with stores, a server and a floor of its own. */
async function take({ rounds }: Bench, prepare: (setting: Setting) => Promise<Way>): Promise<Rounds> {
  const taken: Rounds = { values: [], floors: [] }
  for (let round = 0; round < rounds; round++) {
    await onPostgresAndRedis(async (setting) => {
      const way = await prepare(setting)
      try {
        taken.values.push(percentile(ascending(await way.server()), 0.5))
        taken.floors.push(percentile(ascending(await way.floor()), 0.5))
      } finally {
        await way.stop()
      }
    })
  }
  return taken
}
