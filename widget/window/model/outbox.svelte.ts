import type { Core, VisitMessage } from '../../core.ts'
import { newUuid } from './new-uuid.ts'

/** A message that the server has not confirmed. */
export interface OutgoingMessage {
  /** The key that it is sent with, so that it is one message however often it is sent. */
  key: string
  text?: string | undefined
  buttonId?: string | undefined
  fileId?: string | undefined
  /** What is uploaded; gone after a reload. */
  file?: File
  state: 'sending' | 'failed'
  /** 0 to 1, of the upload. */
  share: number
  /** What the server said against it. */
  reason: string | null
  createdAt: string
}

/**
 * Sends the visitor's messages one after the other. What is unsent outlives a reload of the page in the storage of
 * this tab, and goes out with the same key again.
 */
export class Outbox {
  waiting = $state.raw<OutgoingMessage[]>([])
  readonly #core: Core
  readonly #place: string
  readonly #confirm: (message: VisitMessage) => void
  #running = false

  constructor(core: Core, confirm: (message: VisitMessage) => void) {
    this.#core = core
    this.#place = `switchboard-unsent-${core.state.visitorNumber}`
    this.#confirm = confirm
    this.waiting = readStored(this.#place)
    void this.#run()
  }

  send(message: Pick<OutgoingMessage, 'text' | 'buttonId' | 'file'>): void {
    const entry: OutgoingMessage = {
      ...message,
      key: newUuid(),
      state: 'sending',
      share: 0,
      reason: null,
      createdAt: new Date().toISOString(),
    }
    this.#set([...this.waiting, entry])
    void this.#run()
  }

  retry(key: string): void {
    this.#change(key, { state: 'sending', reason: null })
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
      this.#change(key, { state: 'failed', share: 0, reason: reasonOf(error) })
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
    const kept = waiting.filter(({ file, fileId }) => !file || fileId)
    try {
      sessionStorage.setItem(this.#place, JSON.stringify(kept))
    } catch {
      // A page may be denied its storage: then a reload loses what is unsent.
    }
  }
}

function readStored(place: string): OutgoingMessage[] {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '[]')
  } catch {
    return []
  }
}

function reasonOf(error: unknown): string | null {
  const [refused] = (error as { userErrors?: { message: string }[] }).userErrors ?? []
  return refused?.message ?? null
}
