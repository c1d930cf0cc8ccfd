import type { Logger } from './logger.ts'

/** Lines of one second; a flood of refused requests must not become a flood of lines. */
const LINES_A_SECOND = 20

/** What is told of a refused request: never an address, a token or a text. */
export interface Refusal {
  /** Absent for what came over a socket. */
  requestId: string | undefined
  code: string
  status?: number
  route?: string
  method?: string
  mutation?: string
  /** Of a failed sign-in: where it came from. */
  address?: string | undefined
}

/** Writes what was refused and why, so many lines a second at most and then how many more there were. */
export class RefusalLog {
  readonly #log: Logger
  #left = LINES_A_SECOND
  #dropped = 0
  #timer: NodeJS.Timeout | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  write(refusal: Refusal): void {
    this.#timer ??= setTimeout(() => this.#nextSecond(), 1000).unref()
    if (this.#left > 0) {
      this.#left--
      this.#log.info(refusal, 'a request was refused')
    } else this.#dropped++
  }

  #nextSecond(): void {
    this.#timer = undefined
    if (this.#dropped > 0) this.#log.info({ requests: this.#dropped }, 'more requests were refused')
    this.#left = LINES_A_SECOND
    this.#dropped = 0
  }
}
