import { vi } from 'vitest'
import { PATIENCE_MS } from './patience.ts'

/** Repeats an expectation until it holds, and returns what it returns. Machines that are busy need some of the time. */
export function until<T>(expectation: () => T): Promise<Awaited<T>> {
  return vi.waitFor(expectation, { timeout: PATIENCE_MS, interval: 25 }) as Promise<Awaited<T>>
}
