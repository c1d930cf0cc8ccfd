import type { Logger } from './logger.ts'
import { withinSpan } from './tracing/current-span.ts'

/** Identical refusals within this time are one line, and another with their number. */
const WINDOW_MS = 10_000
/** Different lines of one kind in this time; beyond that they are only counted. */
const MOST = 200

/** The fields of a line. None of them is an address of a channel or person, a password, a token or a text. */
export interface Refusal {
  /** Absent for what came over a socket. */
  requestId?: string | undefined
  method?: string
  route?: string
  mutation?: string
  status?: number
  code?: string
  reason?: string
  /** The network that the request came from; see `network-of.ts`. */
  network?: string | undefined
  userId?: string | undefined
}

interface Kind {
  level: 'info' | 'warn'
  lines: Map<string, { refusal: Refusal; again: number }>
  dropped: number
}

/** Logs refusals, without filling the disk when somebody tries a thousand times. */
export class RefusalLog {
  readonly #log: Logger
  #kinds = new Map<string, Kind>()
  #timer: NodeJS.Timeout | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  /** A credential or a sign-in, for those who watch for guessed passwords. */
  warn(message: string, refusal: Refusal): void {
    this.#tell('warn', message, refusal)
  }

  /** A request that was wrong. */
  info(message: string, refusal: Refusal): void {
    this.#tell('info', message, refusal)
  }

  /** Logs how often logged refusals were repeated, and how many were not logged. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const [message, { level, lines, dropped }] of this.#kinds) {
      for (const { refusal, again } of lines.values()) {
        if (again > 0) this.#log[level]({ ...refusal, again }, message)
      }
      if (dropped > 0) this.#log[level]({ dropped }, message)
    }
    this.#kinds.clear()
  }

  #tell(level: Kind['level'], message: string, refusal: Refusal): void {
    // What it logs then is about more than the request that runs now.
    this.#timer ??= withinSpan(undefined, () => setTimeout(() => this.flush(), WINDOW_MS).unref())
    const kind = this.#kinds.get(message) ?? { level, lines: new Map(), dropped: 0 }
    this.#kinds.set(message, kind)
    const key = JSON.stringify(refusal)
    const known = kind.lines.get(key)
    if (known) known.again++
    else if (kind.lines.size >= MOST) kind.dropped++
    else {
      kind.lines.set(key, { refusal, again: 0 })
      this.#log[level](refusal, message)
    }
  }
}
