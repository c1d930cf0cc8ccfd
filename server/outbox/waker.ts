import { isSoon } from './is-soon.ts'

type Start = (lane: string) => boolean

/** `delayMs`: not before so long from now. */
type Enqueue = (lanes: string[], delayMs?: number) => Promise<void>

/**
 * Gets lanes worked: by this process, immediately, if it runs a worker and has room, or else through the queue by any
 * process that does. Nothing is lost when a process dies: the sweep finds what is due.
 */
export class Waker {
  /** Leaves lanes to any process that works them. */
  readonly enqueue: Enqueue
  #start: Start | null = null

  constructor(enqueue: Enqueue) {
    this.enqueue = enqueue
  }

  /** How this process starts a lane; it returns false when another should. Null if this process works on none. */
  workHere(start: Start | null): void {
    this.#start = start
  }

  /** Starts the lane in this process; returns false when another should. */
  start(lane: string): boolean {
    return this.#start?.(lane) ?? false
  }

  async wake(lanes: string[]): Promise<void> {
    const others = lanes.filter((lane) => !this.start(lane))
    if (others.length > 0) await this.enqueue(others)
  }

  /** Gets a lane worked at that time, through the queue; one that is due much later is left to the sweep. */
  async wakeAt(lane: string, at: Date): Promise<void> {
    if (isSoon(at)) await this.enqueue([lane], Math.max(0, at.getTime() - Date.now()))
  }
}
