import type { WebSocket } from 'ws'

/** In how many parts the sockets are pinged, one after the other, so that thousands of them hold nothing up. */
const PARTS = 100

/**
 * Pings sockets, and ends those that did not answer the last ping. One timer for all of them: a timer for each would be memory,
 * of which an installation has tens of thousands.
 */
export class Heartbeat {
  readonly #parts = Array.from({ length: PARTS }, () => new Set<WebSocket>())
  readonly #unanswered = new WeakSet<WebSocket>()
  readonly #timer: NodeJS.Timeout
  readonly #answered: (this: WebSocket) => void
  #added = 0
  #next = 0

  constructor(everyMs: number) {
    const unanswered = this.#unanswered
    // The same function for every socket.
    this.#answered = function () {
      unanswered.delete(this)
    }
    this.#timer = setInterval(() => this.#ping(), everyMs / PARTS).unref()
  }

  /** Begins to ping a socket; returns how to end it. */
  add(socket: WebSocket): () => void {
    const part = this.#parts[this.#added++ % PARTS]
    part?.add(socket)
    socket.on('pong', this.#answered)
    return () => part?.delete(socket)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #ping(): void {
    for (const socket of this.#parts[this.#next++ % PARTS] ?? []) {
      if (socket.readyState !== socket.OPEN) continue
      if (this.#unanswered.has(socket)) {
        socket.terminate()
        continue
      }
      this.#unanswered.add(socket)
      socket.ping()
    }
  }
}
