import { setTimeout as pause } from 'node:timers/promises'

/** Longer than many tasks take: after so long, the task before must be hanging. */
const MOST_MS = 1_000

/** Runs the tasks of one key one after the other, as long as none of them takes too long. */
export class KeyedQueue {
  readonly #mostMs: number
  readonly #last = new Map<string, Promise<unknown>>()

  constructor(mostMs = MOST_MS) {
    this.#mostMs = mostMs
  }

  /** The result of the task, which runs when those before it have ended, however they did, or after a second. */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const earlier = this.#last.get(key)
    const running = earlier
      ? Promise.race([earlier, pause(this.#mostMs, undefined, { ref: false })]).then(task)
      : task()
    const ended = running
      .catch(() => {})
      .then(() => {
        if (this.#last.get(key) === ended) this.#last.delete(key)
      })
    this.#last.set(key, ended)
    return running
  }
}
