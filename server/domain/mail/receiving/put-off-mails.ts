import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../../../durations.ts'

/** How long a mail waits first; each time that it cannot be taken again, it waits twice as long. */
const FIRST_MS = MINUTE_MS
const LONGEST_MS = 60 * MINUTE_MS
const MOST = 10_000

interface PutOff {
  waitMs: number
  until: number
}

/**
 * The mails of mailboxes that could not be taken when this process tried. They wait while others have their turn. It is
 * not stored: another process tries once, too.
 */
export class PutOffMails {
  readonly #mails = new LRUCache<string, PutOff>({ max: MOST })

  /** Those whose turn it is, the new ones first. */
  due(keys: readonly string[], now: number): string[] {
    const fresh = keys.filter((key) => !this.#mails.has(key))
    return [...fresh, ...keys.filter((key) => (this.#mails.peek(key)?.until ?? now + 1) <= now)]
  }

  /** To be called before a mail is tried, so that one during which the process or the connection ends waits, too. */
  putOff(key: string, now: number): void {
    const waitMs = Math.min((this.#mails.peek(key)?.waitMs ?? FIRST_MS / 2) * 2, LONGEST_MS)
    this.#mails.set(key, { waitMs, until: now + waitMs })
  }

  /** It has been taken. */
  forget(key: string): void {
    this.#mails.delete(key)
  }
}
