import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

export interface LimiterOptions {
  keyPrefix: string
  points: number
  /** Seconds. */
  duration: number
}

/** How often processes tell each other what they let through. */
const EXCHANGE_MS = 100

/**
 * A limit that costs a request no round trip. Each process counts for itself and adds its count to the common one
 * ten times a second; together they let through at most what arrives in that time beyond the limit.
 */
export class PacedLimiter {
  readonly #own: RateLimiterMemory
  readonly #common: RateLimiterRedis
  #untold = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(redis: Redis, options: LimiterOptions) {
    this.#own = new RateLimiterMemory(options)
    this.#common = new RateLimiterRedis({ ...options, storeClient: redis })
  }

  /** Uses up points and returns how many are left. Rejects with a `RateLimiterRes` when there are not enough. */
  consume(key: string, points = 1): Promise<RateLimiterRes> {
    this.#untold.set(key, (this.#untold.get(key) ?? 0) + points)
    this.#timer ??= setTimeout(() => this.#exchange(), EXCHANGE_MS).unref()
    return this.#own.consume(key, points)
  }

  #exchange(): void {
    this.#timer = undefined
    const told = this.#untold
    this.#untold = new Map()
    for (const [key, points] of told) {
      this.#common.consume(key, points).then(
        (state) => this.#adopt(key, state),
        // While Redis does not answer, only the local count continues.
        (reason) => reason instanceof RateLimiterRes && this.#adopt(key, reason),
      )
    }
  }

  #adopt(key: string, { consumedPoints, msBeforeNext }: RateLimiterRes): void {
    if (msBeforeNext <= 0) return
    void this.#own.set(key, consumedPoints + (this.#untold.get(key) ?? 0), msBeforeNext / 1000)
  }
}
