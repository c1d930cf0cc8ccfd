type Start = (lane: string) => boolean

/**
 * Gets lanes worked: by this process, immediately, if it runs a worker and has room, or else through the queue by any
 * process that does. Nothing is lost when a process dies: the sweep finds what is due.
 */
export class Waker {
  readonly #enqueue: (lanes: string[]) => Promise<void>
  #start: Start | null = null

  constructor(enqueue: (lanes: string[]) => Promise<void>) {
    this.#enqueue = enqueue
  }

  /** How this process starts a lane; it returns false when another should. Null if this process works on none. */
  workHere(start: Start | null): void {
    this.#start = start
  }

  async wake(lanes: string[]): Promise<void> {
    const others = lanes.filter((lane) => !this.#start?.(lane))
    if (others.length > 0) await this.#enqueue(others)
  }
}
