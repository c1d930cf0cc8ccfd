import { readStored, writeStored } from '../browser/storage.ts'
import type { ChatRecords } from './inbox/chat-records.svelte.ts'

const MOST = 6

interface RecentChatsOptions {
  /** The operator who opened them. */
  userId: string
  records: ChatRecords
}

/** The chats that an operator opened last, in all tabs of this browser. */
export class RecentChats {
  #key: string
  #records: ChatRecords
  #ids = $state.raw<readonly string[]>([])

  constructor({ userId, records }: RecentChatsOptions) {
    this.#key = `recent-chats.${userId}`
    this.#records = records
    this.#ids = this.#read()
  }

  /** The last one first. Not all of them are known to this screen before they are loaded. */
  get ids() {
    return this.#ids
  }

  add(id: string): void {
    // Another tab may have added some.
    if (this.#ids[0] !== id) this.#keep([id, ...this.#read().filter((other) => other !== id)])
  }

  /** Reads those that this screen does not know yet. Whatever may not be seen any more is forgotten. Throws RequestError. */
  async load(): Promise<void> {
    this.#ids = this.#read()
    const unknown = this.#ids.filter((id) => !this.#records.get(id))
    if (unknown.length === 0) return
    const found = new Set(await this.#records.takeAll(unknown))
    this.#keep(this.#read().filter((id) => found.has(id) || !unknown.includes(id)))
  }

  #read(): readonly string[] {
    return readStored(this.#key, this.#ids)
  }

  #keep(ids: readonly string[]): void {
    this.#ids = ids.slice(0, MOST)
    writeStored(this.#key, this.#ids)
  }
}

export function createRecentChats(options: RecentChatsOptions): RecentChats {
  return new RecentChats(options)
}
