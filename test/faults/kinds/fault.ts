import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from '../machines/cluster.ts'
import type { Random } from '../random.ts'

/** What a fault is done with. */
export interface Scene {
  cluster: Cluster
  random: Random
  /** What processes run after an upgrade. */
  program: string
}

/** Something that goes wrong, and is over when `run` resolves. */
export interface Fault {
  name: string
  /** Why it cannot be done here; null if it can. */
  obstacle?(scene: Scene): string | null
  /** Resolves with what exactly was done. */
  run(scene: Scene): Promise<string>
}

/** Waits for some seconds; resolves with how many. */
export async function lastSome(random: Random, low: number, high: number): Promise<number> {
  const seconds = random.between(low * 10, high * 10) / 10
  await delay(seconds * 1000)
  return seconds
}
