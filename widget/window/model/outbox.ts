import type { Core, VisitMessage } from '../../core.ts'
import { newUuid } from '../../new-uuid.ts'
import { problemsOf } from './problems.ts'

/** A message that the server has not confirmed. */
export interface OutgoingMessage {
  /** The key that it is sent with, so that it is one message however often it is sent. */
  key: string
  text?: string
  buttonId?: string
  file?: File
  /** Once the file is stored. */
  fileId?: string
  state: 'sending' | 'failed'
  /** 0 to 1, of the upload. */
  share: number
  /** What the server said against it. */
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
  #running = false

  constructor(core: Core, confirm: (message: VisitMessage) => void, changed: () => void) {
    this.#core = core
    this.#confirm = confirm
    this.#changed = changed
  }

  send(message: Pick<OutgoingMessage, 'text' | 'buttonId' | 'file'>): void {
    const createdAt = new Date().toISOString()
    const entry: OutgoingMessage = {
      ...message,
      key: newUuid(),
      state: 'sending',
      share: 0,
      reason: '',
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
    return this.waiting.find(({ state }) => state === 'sending')
  }

  async #deliver({ key, file, fileId, text, buttonId }: OutgoingMessage): Promise<void> {
    try {
      const stored = file && !fileId ? await this.#upload(key, file) : fileId
      const message = await this.#core.send({
        idempotencyKey: key,
        ...(text !== undefined && { text }),
        ...(buttonId !== undefined && { buttonId }),
        ...(stored !== undefined && { fileId: stored }),
      })
      this.#confirm(message)
      this.drop(key)
    } catch (error) {
      const [reason = ''] = Object.values(problemsOf(error))
      this.#change(key, { state: 'failed', share: 0, reason })
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
