import { SvelteMap } from 'svelte/reactivity'
import { readStored, writeStored } from '../browser/storage.ts'

/** What was typed and not sent, by chat, kept over a reload. */
export class Drafts {
  #key: string
  #texts: SvelteMap<string, string>

  constructor(userId: string) {
    this.#key = `drafts.${userId}`
    this.#texts = new SvelteMap(Object.entries(readStored<Record<string, string>>(this.#key, {})))
  }

  get(chatId: string): string {
    return this.#texts.get(chatId) ?? ''
  }

  set(chatId: string, text: string): void {
    if (text === '') this.#texts.delete(chatId)
    else this.#texts.set(chatId, text)
    writeStored(this.#key, this.#texts.size > 0 ? Object.fromEntries(this.#texts) : undefined)
  }
}

export function createDrafts(userId: string): Drafts {
  return new Drafts(userId)
}
