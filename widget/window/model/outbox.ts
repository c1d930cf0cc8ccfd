import type { Core, VisitMessage } from '../../core.ts'
import { newUuid } from '../../new-uuid.ts'

/** A message that the server has not confirmed. */
export interface OutgoingMessage {
  /** The key that it is sent with, so that it is one message however often it is sent. */
  key: string
  text?: string
  buttonId?: string
  file?: File
  /** Once the file is stored. */
  fileId?: string
  /** The invitation that it answers. */
  invite: string | null
  state: 'sending' | 'failed'
  /** 0 to 1, of the upload. */
  share: number
  /** Why it could not be sent, as far as that is known. */
  reason: string
  createdAt: string
}

/**
 * What the visitor sees of their messages on the way. One is sent after the other; the loader keeps what it was given
 * until the server has it, also over a reload of the page.
 */
export class Outbox {
  waiting: OutgoingMessage[] = []
  readonly #core: Core
  readonly #confirm: (message: VisitMessage) => void
  readonly #changed: () => void
  readonly #explain: (error: unknown) => string
  #running = false

  /** `explain` says what the visitor can do something about. */
  constructor(
    core: Core,
    confirm: (message: VisitMessage) => void,
    changed: () => void,
    explain: (error: unknown) => string,
  ) {
    this.#core = core
    this.#confirm = confirm
    this.#changed = changed
    this.#explain = explain
  }

  send(message: Pick<OutgoingMessage, 'text' | 'buttonId' | 'file'>): void {
    const createdAt = new Date().toISOString()
    const entry: OutgoingMessage = {
      ...message,
      key: newUuid(),
      state: 'sending',
      share: 0,
      reason: '',
      // Of several, the first answers it.
      invite: (!this.waiting[0] && this.#core.state.invitation?.text) || null,
      createdAt,
    }
    this.#set([...this.waiting, entry])
    void this.#run()
  }

  retry(key: string): void {
    this.#change(key, { state: 'sending' })
    void this.#run()
  }

  drop(key: string): void {
    this.#set(this.waiting.filter((entry) => entry.key !== key))
  }

  async #run(): Promise<void> {
    if (this.#running) return
    this.#running = true
    for (let entry = this.#next(); entry; entry = this.#next()) await this.#deliver(entry)
    this.#running = false
  }

  #next(): OutgoingMessage | undefined {
    // Not `find`, which is another function on some pages.
    return this.waiting.filter(({ state }) => state === 'sending')[0]
  }

  async #deliver({ key, file, fileId, text, buttonId }: OutgoingMessage): Promise<void> {
    try {
      const stored = file && !fileId ? await this.#upload(key, file) : fileId
      const message = await this.#core.send({ idempotencyKey: key, text, buttonId, fileId: stored })
      this.#confirm(message)
      this.drop(key)
    } catch (error) {
      this.#change(key, { state: 'failed', share: 0, reason: this.#explain(error) })
    }
  }

  async #upload(key: string, file: File): Promise<string> {
    const fileId = await this.#core.upload(file, (share) => this.#change(key, { share }))
    this.#change(key, { fileId })
    return fileId
  }

  #change(key: string, changed: Partial<OutgoingMessage>): void {
    this.#set(this.waiting.map((entry) => (entry.key === key ? { ...entry, ...changed } : entry)))
  }

  #set(waiting: OutgoingMessage[]): void {
    this.waiting = waiting
    this.#changed()
  }
}
