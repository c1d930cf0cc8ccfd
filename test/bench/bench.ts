import type { Installation } from './installation.ts'
import type { LoadGenerator } from './load-generator.ts'
import type { Rounds } from './measurement.ts'

/** What every figure is measured with. */
export interface Bench {
  load: LoadGenerator
  /** How often the server and the floor take turns. */
  rounds: number
  /** Length of one run. */
  seconds: number
  /** Length of one run that counts single messages. */
  count: number
  /** How many closed chats reports sum up. */
  closedChats: number
  /** How many visitors the inbox and the archive have, each with a chat of ten messages. */
  visitors: number
  /** Where the store of these visitors is kept for the next run; undefined: it is not. */
  keep: string | undefined
}

/** The server that is measured, and what its floors stand on. */
export interface Setting {
  /** Ends the names of the figures; empty for PostgreSQL with Redis. */
  suffix: string
  server: Installation
  floorDatabaseUrl: string
  /** Null on the embedded default. */
  redisUrl: string | null
}

/**
 * Measures the server and its floor in turns, after a round of both that does not count: what else the machine does
 * meets both.
 */
export async function takeTurns<Result>(
  bench: Bench,
  server: () => Promise<Result>,
  floor: () => Promise<Result>,
): Promise<{ server: Result[]; floor: Result[] }> {
  const taken: { server: Result[]; floor: Result[] } = { server: [], floor: [] }
  for (let round = 0; round <= bench.rounds; round++) {
    const results = { server: await server(), floor: await floor() }
    if (round === 0) continue
    taken.server.push(results.server)
    taken.floor.push(results.floor)
  }
  return taken
}

/** One number of each result. */
export function roundsOf<Result>(
  { server, floor }: { server: Result[]; floor: Result[] },
  numberOf: (result: Result) => number,
): Rounds {
  return { values: server.map(numberOf), floors: floor.map(numberOf) }
}
