import { setTimeout as delay } from 'node:timers/promises'

const INTERVAL_MS = 50

/** Asks again and again until the answer is true. False when that takes longer than `limitMs`. */
export async function holdsWithin(limitMs: number, ask: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = performance.now() + limitMs
  for (;;) {
    if (await ask()) return true
    if (performance.now() > end) return false
    await delay(INTERVAL_MS)
  }
}
