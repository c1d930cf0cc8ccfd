/** Runs the tasks of one key one after the other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** The result of the task, which runs when those before it have ended, however they did. */
  take<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(task)
    const ended = turn
      .catch(() => {})
      .then(() => {
        if (this.#last.get(key) === ended) this.#last.delete(key)
      })
    this.#last.set(key, ended)
    return turn
  }
}
