import { SvelteMap } from 'svelte/reactivity'
import { newUuid } from '../../../../widget/new-uuid.ts'
import { alone } from '../../browser/alone.ts'
import { readStored, writeStored } from '../../browser/storage.ts'
import { StoredEntries } from '../../browser/stored-entries.ts'
import type { Message } from '../../graphql/fragments.ts'
import { RequestError } from '../../graphql/request.ts'
import type { MessageContent, OutgoingMessage } from './outgoing-message.ts'
import type { PostedMessage } from './post-message.ts'

const RETRY_AFTER_MS = 2_000
/** Somebody else has the chat: what was written for it is still the operator's to use. */
const TAKEN = ['CHAT_ACCEPTED_BY_OTHER', 'NOT_IN_CHAT']

/** Takes back a text that was refused because the chat is somebody else's, and says why. */
type GiveBack = (chatId: string, text: string, reason: string) => void

interface OutboxOptions {
  /** The name of its entries in the browser's storage, which tabs share. Each kind of entry has its own. */
  name: string
  /** Sends an entry. Throws RequestError. */
  post: (entry: OutgoingMessage) => Promise<PostedMessage>
  deliver: (message: Message) => void
  giveBack: GiveBack
}

/**
 * Messages that the server has not confirmed, kept over a reload and the same in all tabs. Those of a chat are sent
 * one after the other, to keep their order; while the network is away, they wait.
 */
export class Outbox {
  #stored: StoredEntries<OutgoingMessage>
  #options: OutboxOptions
  #entries = $state.raw<readonly OutgoingMessage[]>([])
  #busy = new Set<string>()
  /** Chats that this operator is about to have, until the server has answered. */
  #held = new SvelteMap<string, Promise<unknown>>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #stop = new AbortController()

  constructor(options: OutboxOptions) {
    const { name } = options
    this.#options = options
    this.#stored = new StoredEntries(name)
    // An earlier version kept them all under one key.
    for (const entry of readStored<OutgoingMessage[]>(name, [])) this.#stored.write(entry.uuid, entry)
    writeStored(name, undefined)
    this.#read()
    this.#stored.follow(this.#stop.signal, () => {
      this.#read()
      // The tab that wrote a message sends it; if it has been closed by then, this tab does.
      this.#resumeLater()
    })
  }

  /** The chats that something waits for. */
  get ids(): readonly string[] {
    return this.#entries.map(({ chatId }) => chatId)
  }

  of(chatId: string): readonly OutgoingMessage[] {
    return this.#entries.filter((entry) => entry.chatId === chatId)
  }

  isHeld(chatId: string): boolean {
    return this.#held.has(chatId)
  }

  /** Messages of this chat wait for what makes it this operator's: they leave once it was done, or is refused. */
  async holdFor<Result>(chatId: string, entering: Promise<Result>): Promise<Result> {
    this.#held.set(chatId, entering)
    try {
      return await entering
    } finally {
      if (this.#held.get(chatId) === entering) this.#held.delete(chatId)
    }
  }

  send(chatId: string, content: MessageContent): void {
    // Their order is that of these times.
    const afterLast = Date.parse(this.#entries.at(-1)?.createdAt ?? '') + 1 || 0
    const createdAt = new Date(Math.max(Date.now(), afterLast)).toISOString()
    this.#keep({ uuid: newUuid(), chatId, ...content, createdAt, error: null })
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
    this.#stored.write(uuid, undefined)
    this.#read()
  }

  /** Discards what waits for a chat. */
  forget(chatId: string): void {
    for (const { uuid } of this.of(chatId)) this.discard(uuid)
  }

  /** Sends the waiting messages immediately: the connection is back. */
  resume(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const chatId of new Set(this.#entries.map((entry) => entry.chatId))) void this.#drain(chatId)
  }

  /** Waiting messages are sent when this user is back: after this, somebody else may be signed in. */
  stop(): void {
    this.#stop.abort()
    clearTimeout(this.#timer)
  }

  #resumeLater(): void {
    if (this.#stop.signal.aborted) return
    this.#timer ??= setTimeout(() => this.resume(), RETRY_AFTER_MS)
  }

  async #drain(chatId: string): Promise<void> {
    if (this.#busy.has(chatId)) return
    this.#busy.add(chatId)
    await alone(`${this.#options.name}.${chatId}`, async () => {
      try {
        await this.#held.get(chatId)?.catch(() => {})
        for (let next = this.#next(chatId); next; next = this.#next(chatId)) await this.#sendOne(next)
      } catch {
        this.#resumeLater()
      } finally {
        this.#busy.delete(chatId)
      }
    })
  }

  /** Skips messages that another tab has sent or discarded in the meantime. */
  #next(chatId: string): OutgoingMessage | undefined {
    if (this.#stop.signal.aborted) return undefined
    this.#read()
    return this.#entries.find((entry) => entry.chatId === chatId && entry.error === null)
  }

  /** Throws when the server was not reached; a refusal is shown at the message and does not hold the others. */
  async #sendOne(entry: OutgoingMessage): Promise<void> {
    const { uuid, chatId } = entry
    try {
      const { message, userErrors } = await this.#options.post(entry)
      const [refusal] = userErrors
      if (refusal && TAKEN.includes(refusal.code)) this.#giveTextsBack(chatId, refusal.message)
      if (refusal && !this.#entries.some((each) => each.uuid === uuid)) return
      if (refusal) return this.#patch(entry.uuid, refusal.message)
      if (message) this.#options.deliver(message)
      this.discard(entry.uuid)
    } catch (error) {
      if (!(error instanceof RequestError && error.kind === 'refused')) throw error
      this.#patch(entry.uuid, error.message)
    }
  }

  /** The texts that wait for the same refusal are given back with the first, in their order; files stay in the thread. */
  #giveTextsBack(chatId: string, reason: string): void {
    const texts = this.of(chatId).filter(({ error, file, place }) => error === null && !file && !place)
    if (texts.length === 0) return
    for (const { uuid } of texts) this.discard(uuid)
    this.#options.giveBack(chatId, texts.map(({ text }) => text ?? '').join('\n'), reason)
  }

  #patch(uuid: string, error: string | null): void {
    this.#read()
    const entry = this.#entries.find((each) => each.uuid === uuid)
    if (entry) this.#keep({ ...entry, error })
  }

  #keep(entry: OutgoingMessage): void {
    this.#stored.write(entry.uuid, entry)
    this.#read()
  }

  #read(): void {
    const entries = [...this.#stored.read().values()]
    this.#entries = entries.sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
  }
}

export function createOutbox(options: OutboxOptions): Outbox {
  return new Outbox(options)
}
