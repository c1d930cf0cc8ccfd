import type { Logger } from './logger.ts'

/** What is the same is one line in this time, and one that says how often it came. */
const WINDOW_MS = 10_000
/** Different lines in this time; beyond that they are only counted. */
const MOST = 200

/** What a line says: never a password, a token or an e-mail address. */
interface Refusal {
  reason: string
  /** Where it came from: see `network-of.ts`. */
  network?: string | undefined
  userId?: string | undefined
}

/** Logs who was refused. Whoever tries a thousand times does not fill the disk with it. */
export class RefusalLog {
  readonly #log: Logger
  #lines = new Map<string, { refusal: Refusal; message: string; again: number }>()
  #dropped = 0
  #timer: NodeJS.Timeout | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  tell(message: string, refusal: Refusal): void {
    this.#timer ??= setTimeout(() => this.flush(), WINDOW_MS).unref()
    const key = JSON.stringify([message, refusal.reason, refusal.network, refusal.userId])
    const known = this.#lines.get(key)
    if (known) known.again++
    else if (this.#lines.size >= MOST) this.#dropped++
    else {
      this.#lines.set(key, { refusal, message, again: 0 })
      this.#log.warn(refusal, message)
    }
  }

  /** Says how often what was logged came again. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const { refusal, message, again } of this.#lines.values()) {
      if (again > 0) this.#log.warn({ ...refusal, again }, message)
    }
    if (this.#dropped > 0) this.#log.warn({ count: this.#dropped }, 'more was refused')
    this.#lines = new Map()
    this.#dropped = 0
  }
}
