import type { Core } from '../../core.ts'
import { createQueue } from '../../loader/queue.ts'
import { typingMutation } from '../documents.ts'

/** How often operators are told that the visitor is still typing. */
const AGAIN_MS = 3_000
/** A visitor who has not typed for so long has stopped. */
const PAUSE_MS = 5_000

/** Tells operators that the visitor is typing, and when they have stopped. */
export class Typing {
  readonly #core: Core
  readonly #inOrder = createQueue()
  /** When it was last told; 0 once they know that it has ended. */
  #toldAt = 0
  #pause: ReturnType<typeof setTimeout> | undefined

  constructor(core: Core) {
    this.#core = core
  }

  /** The visitor has typed. */
  begin(): void {
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => this.end(), PAUSE_MS)
    if (Date.now() - this.#toldAt < AGAIN_MS) return
    this.#toldAt = Date.now()
    this.#tell(true)
  }

  /** They have stopped, removed their text, or closed the window. */
  end(): void {
    if (this.#toldAt) this.#tell(false)
    this.forget()
  }

  /** They have sent what they typed, which ends it for operators as well. */
  forget(): void {
    clearTimeout(this.#pause)
    this.#toldAt = 0
  }

  #tell(typing: boolean): void {
    // A typing signal that gets lost does not matter.
    const send = () => this.#core.request(typingMutation, { input: { typing } }, { once: true })
    this.#inOrder(send).catch(() => {})
  }
}
