import { SvelteMap } from 'svelte/reactivity'
import { readStored, writeStored } from '../browser/storage.ts'
import { StoredEntries } from '../browser/stored-entries.ts'

/** What was typed and not sent, by chat, kept over a reload and the same in all tabs. */
export class Drafts {
  #stored: StoredEntries<string>
  #texts: SvelteMap<string, string>
  #stop = new AbortController()

  constructor(userId: string) {
    const name = `drafts.${userId}`
    this.#stored = new StoredEntries(name)
    // An earlier version kept them all under one key.
    for (const [chatId, text] of Object.entries(readStored<Record<string, string>>(name, {})))
      this.#stored.write(chatId, text)
    writeStored(name, undefined)
    this.#texts = new SvelteMap(this.#stored.read())
    this.#stored.follow(this.#stop.signal, (chatId, text) => this.#show(chatId, text))
  }

  get(chatId: string): string {
    return this.#texts.get(chatId) ?? ''
  }

  set(chatId: string, text: string): void {
    const kept = text === '' ? undefined : text
    this.#show(chatId, kept)
    this.#stored.write(chatId, kept)
  }

  stop(): void {
    this.#stop.abort()
  }

  #show(chatId: string, text: string | undefined): void {
    if (text === undefined) this.#texts.delete(chatId)
    else this.#texts.set(chatId, text)
  }
}

export function createDrafts(userId: string): Drafts {
  return new Drafts(userId)
}
