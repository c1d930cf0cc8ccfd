import { setTimeout as pause } from 'node:timers/promises'

/**
 * Repeats a step, which takes at most `size` rows and returns how many it took, until few are left or time is up. It
 * rests for as long as each step took, so that it never uses more than half of a connection's time.
 */
export async function inBatches(
  size: number,
  step: () => Promise<number>,
  timeIsUp?: AbortSignal,
): Promise<void> {
  while (!timeIsUp?.aborted) {
    const started = performance.now()
    if ((await step()) < size) return
    // It ends early only because the time is up.
    await pause(performance.now() - started, undefined, timeIsUp && { signal: timeIsUp }).catch(() => {})
  }
}
