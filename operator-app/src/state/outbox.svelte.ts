import { readStored, writeStored } from '../browser/storage.ts'
import type { Message } from '../graphql/fragments.ts'
import { sendMessageMutation } from '../graphql/messages.ts'
import { mutate, RequestError } from '../graphql/request.ts'
import type { MessageContent, OutgoingMessage } from './outgoing-message.ts'

const RETRY_AFTER_MS = 2_000

/**
 * Messages that the server has not confirmed, kept over a reload. Each chat's leave one after the other, so
 * that their order stays; while the network is away they wait.
 */
export class Outbox {
  #key: string
  #deliver: (message: Message) => void
  #entries = $state.raw<readonly OutgoingMessage[]>([])
  #busy = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(userId: string, deliver: (message: Message) => void) {
    this.#key = `outbox.${userId}`
    this.#deliver = deliver
    this.#entries = readStored<OutgoingMessage[]>(this.#key, [])
  }

  of(chatId: string): readonly OutgoingMessage[] {
    return this.#entries.filter((entry) => entry.chatId === chatId)
  }

  send(chatId: string, content: MessageContent): void {
    const createdAt = new Date().toISOString()
    this.#keep([...this.#entries, { uuid: crypto.randomUUID(), chatId, ...content, createdAt, error: null }])
    void this.#drain(chatId)
  }

  /** The message is known to be stored: it is in the thread from now on. */
  confirm(uuid: string): void {
    if (this.#entries.some((entry) => entry.uuid === uuid)) this.discard(uuid)
  }

  sendAgain(uuid: string): void {
    this.#patch(uuid, null)
    this.resume()
  }

  discard(uuid: string): void {
    this.#keep(this.#entries.filter((entry) => entry.uuid !== uuid))
  }

  /** Tries what waits, at once: the connection is back. */
  resume(): void {
    clearTimeout(this.#timer)
    for (const chatId of new Set(this.#entries.map((entry) => entry.chatId))) void this.#drain(chatId)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  async #drain(chatId: string): Promise<void> {
    if (this.#busy.has(chatId)) return
    this.#busy.add(chatId)
    try {
      for (let next = this.#next(chatId); next; next = this.#next(chatId)) await this.#sendOne(next)
    } catch {
      this.#timer = setTimeout(() => this.resume(), RETRY_AFTER_MS)
    } finally {
      this.#busy.delete(chatId)
    }
  }

  #next(chatId: string): OutgoingMessage | undefined {
    return this.#entries.find((entry) => entry.chatId === chatId && entry.error === null)
  }

  /** Throws when the server was not reached; a refusal is shown at the message and does not hold the others. */
  async #sendOne(entry: OutgoingMessage): Promise<void> {
    const { uuid, chatId, text, file, sendAs, duration, place } = entry
    const input = { idempotencyKey: uuid, chatId, text, fileId: file?.id, sendAs, duration, location: place }
    try {
      const { sendMessage } = await mutate(sendMessageMutation, { input })
      const [refusal] = sendMessage.userErrors
      if (refusal) return this.#patch(entry.uuid, refusal.message)
      if (sendMessage.message) this.#deliver(sendMessage.message)
      this.discard(entry.uuid)
    } catch (error) {
      if (!(error instanceof RequestError && error.kind === 'refused')) throw error
      this.#patch(entry.uuid, error.message)
    }
  }

  #patch(uuid: string, error: string | null): void {
    this.#keep(this.#entries.map((entry) => (entry.uuid === uuid ? { ...entry, error } : entry)))
  }

  #keep(entries: readonly OutgoingMessage[]): void {
    this.#entries = entries
    writeStored(this.#key, entries.length > 0 ? entries : undefined)
  }
}

export function createOutbox(userId: string, deliver: (message: Message) => void): Outbox {
  return new Outbox(userId, deliver)
}
