const TICK_MS = 50
/** A single long turn (a collection of garbage) is no load. */
const TURNS = 2

/** Measures how long the event loop keeps what arrives waiting before it is even read. */
export class LoopMeter {
  #late: number[] = []
  readonly #timer: NodeJS.Timeout

  constructor() {
    let expected = performance.now() + TICK_MS
    this.#timer = setInterval(() => {
      const now = performance.now()
      this.#late = [...this.#late, Math.max(0, now - expected)].slice(-TURNS)
      expected = now + TICK_MS
    }, TICK_MS).unref()
  }

  /** The shortest of the last turns, in milliseconds. */
  waitMs(): number {
    return this.#late.length < TURNS ? 0 : Math.min(...this.#late)
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
