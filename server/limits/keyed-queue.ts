/** Longer than a task takes: one that has not ended by then must be hanging. */
const MOST_MS = 1_000

/** The longest that a task waits in all, however many before it hang. */
const MOST_WAIT_MS = 15_000

/** Runs the tasks of one key one after the other, as long as none of them hangs. */
export class KeyedQueue {
  readonly #mostMs: number
  readonly #mostWaitMs: number
  readonly #last = new Map<string, Promise<void>>()

  constructor(mostMs = MOST_MS, mostWaitMs = MOST_WAIT_MS) {
    this.#mostMs = mostMs
    this.#mostWaitMs = mostWaitMs
  }

  /**
   * The result of the task, which runs when the one before it has ended, however it did, or has taken a second. It waits
   * for long if it must: if all of a crowd began at once, they would only hinder each other.
   */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const earlier = this.#last.get(key)
    const running = earlier ? endOf(earlier, this.#mostWaitMs).then(task) : task()
    const over = (earlier ?? Promise.resolve()).then(() => endOf(running, this.#mostMs))
    const forgotten = over.then(() => {
      if (this.#last.get(key) === forgotten) this.#last.delete(key)
    })
    this.#last.set(key, forgotten)
    return running
  }
}

/** Resolves when the task has ended, however it did, at the latest after so many milliseconds. */
function endOf(task: Promise<unknown>, mostMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, mostMs).unref()
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    task.then(end, end)
  })
}
