import { isOwn, keepMessage, queuedMessagesOf } from '../../actions/outbox.ts'
import type { Core, VisitMessage } from '../../core.ts'
import { newUuid } from '../../new-uuid.ts'

/** A message that the server has not confirmed. */
export interface OutgoingMessage {
  /** The key that it is sent with, so that it is one message however often it is sent. */
  key: string
  /** The number of the visitor who wrote it. */
  by: number
  text?: string | undefined
  buttonId?: string | undefined
  file?: File
  /** It is a folder, which a browser hands out as a broken file. */
  isFolder?: boolean | undefined
  /** Once the file is stored. */
  fileId?: string | undefined
  fileName?: string | undefined
  /** The invitation that it answers. */
  invite?: string | null | undefined
  state: 'sending' | 'failed'
  /** 0 to 1, of the upload. */
  share: number
  /** Why it could not be sent, as far as that is known. */
  reason?: string
  createdAt: string
}

/**
 * The visitor's messages on the way, as they see them. They are sent one after the other; the loader keeps each until
 * the server has it, even over a reload of the page.
 */
export class OutgoingMessages {
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
    this.reset()
  }

  /** Shows what the visitor who is signed in now has not sent yet. */
  reset(): void {
    this.waiting = this.waiting.filter((entry) => isOwn(this.#core, entry))
    const known = this.waiting.map(({ key }) => key)
    for (const message of queuedMessagesOf(this.#core))
      if (!known.includes(message.idempotencyKey)) this.#add(message.idempotencyKey, message)
  }

  send(message: Pick<OutgoingMessage, 'text' | 'buttonId' | 'file' | 'isFolder'>): void {
    const key = newUuid()
    // Before its turn: the page may be left by then. A file cannot be kept.
    if (!message.file) keepMessage(this.#core, key, message)
    // Of several, the first answers it.
    this.#add(key, { ...message, invite: this.waiting[0] ? null : this.#core.state.invitation?.text })
  }

  retry(key: string): void {
    const { file } = this.waiting.filter((entry) => entry.key === key)[0] ?? {}
    const isKept = file || queuedMessagesOf(this.#core).some(({ idempotencyKey }) => idempotencyKey === key)
    if (isKept) this.#change(key, { state: 'sending' })
    // Another tab has sent or removed it.
    else this.#remove(key)
    void this.#run()
  }

  drop(key: string): void {
    keepMessage(this.#core, key)
    this.#remove(key)
  }

  #remove(key: string): void {
    this.#set(this.waiting.filter((entry) => entry.key !== key))
  }

  #add(
    key: string,
    message: Pick<
      OutgoingMessage,
      'text' | 'buttonId' | 'file' | 'isFolder' | 'fileId' | 'fileName' | 'invite'
    >,
  ): void {
    const createdAt = new Date().toISOString()
    const by = this.#core.state.visitorNumber
    this.#set([...this.waiting, { by, ...message, key, state: 'sending', share: 0, createdAt }])
    void this.#run()
  }

  async #run(): Promise<void> {
    // Not `find`, which is another function on some pages.
    const next = this.waiting.filter(({ state }) => state === 'sending')[0]
    if (this.#running || !next) return
    this.#running = true
    await this.#deliver(next)
    this.#running = false
    return this.#run()
  }

  async #deliver({ key, by, file, isFolder, fileId, text, buttonId }: OutgoingMessage): Promise<void> {
    try {
      let stored = fileId
      if (file && !fileId) {
        stored = await this.#core.upload(file, (share) => this.#change(key, { share }), isFolder)
        // Another try need not upload it again.
        this.#change(key, { fileId: stored })
      }
      const sent = { idempotencyKey: key, by, text, buttonId, fileId: stored, fileName: file?.name }
      const message = await this.#core.send(sent)
      // Not shown to somebody else who has signed in in the meantime.
      if (isOwn(this.#core, { by })) this.#confirm(message)
      this.drop(key)
    } catch (error) {
      this.#change(key, { state: 'failed', share: 0, reason: this.#explain(error) })
    }
  }

  #change(key: string, changed: Partial<OutgoingMessage>): void {
    this.#set(this.waiting.map((entry) => (entry.key === key ? { ...entry, ...changed } : entry)))
  }

  #set(waiting: OutgoingMessage[]): void {
    this.waiting = waiting
    this.#changed()
  }
}
