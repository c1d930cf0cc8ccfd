import { setTimeout as delay } from 'node:timers/promises'
import type { Fault, Scene } from './kinds/fault.ts'
import type { Options } from './options.ts'
import { createRandom } from './random.ts'
import { measureRecovery } from './recovery.ts'
import type { Ledger } from './traffic/ledger.ts'

/** One fault, and what it did to those who use the installation. */
export interface Made {
  name: string
  /** What exactly was done, or why it was not. */
  what: string
  /** Requests that had to be repeated. */
  repeated: number
  /** Until all worked again; null if it never did, undefined if nothing was done. */
  recoveryMs: number | null | undefined
}

/** Whoever has recovered works for a moment before the next fault. */
const CALM_MS = 2_000

/**
 * Makes all chosen faults, in rounds of another order each, until the time is over or nothing works any more. Those that
 * were not made are in the result, too.
 */
export async function makeFaults(
  given: Omit<Scene, 'random'>,
  ledger: Ledger,
  options: Options,
): Promise<Made[]> {
  const made = await makeRounds({ ...given, random: createRandom(options.seed) }, ledger, options)
  const names = new Set(made.map(({ name }) => name))
  const left = options.chosen.filter(({ name }) => !names.has(name))
  return [...made, ...left.map(({ name }) => notMade(name, 'it was not reached'))]
}

async function makeRounds(scene: Scene, ledger: Ledger, { minutes, chosen }: Options): Promise<Made[]> {
  const end = performance.now() + minutes * 60_000
  const made = [await makeFault(NOTHING, scene, ledger)]
  const cannot = new Set<Fault>()
  for (let round = chosen; performance.now() < end && round.length > 0; ) {
    for (const fault of scene.random.shuffled(round)) {
      if (performance.now() > end || made.at(-1)?.recoveryMs === null) return made
      const one = await makeFault(fault, scene, ledger)
      if (one.recoveryMs === undefined) cannot.add(fault)
      made.push(one)
      await delay(CALM_MS)
    }
    round = chosen.filter((fault) => !cannot.has(fault))
  }
  return made
}

/** It shows that all works to begin with. */
const NOTHING: Fault = { name: 'none', run: async () => 'at the start' }

function notMade(name: string, why: string): Made {
  return { name, what: why, repeated: 0, recoveryMs: undefined }
}

async function makeFault(fault: Fault, scene: Scene, ledger: Ledger): Promise<Made> {
  const { name } = fault
  const obstacle = fault.obstacle?.(scene) ?? null
  if (obstacle !== null) return notMade(name, obstacle)
  const before = ledger.repeated.length
  const { what, isOver } = await fault.run(scene).then(
    (done) => ({ what: done, isOver: true }),
    (error: Error) => ({ what: error.message, isOver: false }),
  )
  const recoveryMs = isOver ? await measureRecovery(scene.cluster, ledger) : null
  const repeated = ledger.repeated.length - before
  console.log(`${name}: ${what}; ${repeated} requests repeated`)
  return { name, what, repeated, recoveryMs }
}
