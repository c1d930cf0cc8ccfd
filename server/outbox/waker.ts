type Start = (lane: string) => boolean

/**
 * Has lanes worked: by this process, at once, when it works and has room, or else through the queue by any that does.
 * Nothing is lost with a process that dies: the sweep finds what is due.
 */
export class Waker {
  readonly #enqueue: (lanes: string[]) => Promise<void>
  #start: Start | null = null

  constructor(enqueue: (lanes: string[]) => Promise<void>) {
    this.#enqueue = enqueue
  }

  /** How this process starts a lane; it returns false when another is to take it. Null: it works on none. */
  workHere(start: Start | null): void {
    this.#start = start
  }

  async wake(lanes: string[]): Promise<void> {
    const others = lanes.filter((lane) => !this.#start?.(lane))
    if (others.length > 0) await this.#enqueue(others)
  }
}
