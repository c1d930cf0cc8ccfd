import { setTimeout as delay } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'

const PAUSE_MS = 250

/** Repeats a request until it is answered, as clients are told to. Only the same request again is safe to repeat. */
export async function insist<T>(ledger: Ledger, request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      ledger.repeated.push(reasonOf(error as Error))
    }
    await delay(PAUSE_MS)
  }
}

/** What `fetch` tells of a network is in the cause. */
function reasonOf({ message, cause }: Error): string {
  const { code } = (cause ?? {}) as { code?: string }
  return code ? `${message} (${code})` : message
}
