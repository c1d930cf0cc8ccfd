import { SvelteMap } from 'svelte/reactivity'
import { readStored, writeStored } from '../../browser/storage.ts'
import { StoredEntries } from '../../browser/stored-entries.ts'

/** Unsent texts, by chat or offline message, kept over a reload and the same in all tabs. */
export class Drafts {
  /** Hears what is written in this tab. */
  onSet: (id: string) => void = () => {}
  #stored: StoredEntries<string>
  #texts: SvelteMap<string, string>
  #stop = new AbortController()

  constructor(name: string) {
    this.#stored = new StoredEntries(name)
    // An earlier version kept them all under one key.
    for (const [id, text] of Object.entries(readStored<Record<string, string>>(name, {})))
      this.#stored.write(id, text)
    writeStored(name, undefined)
    this.#texts = new SvelteMap(this.#stored.read())
    this.#stored.follow(this.#stop.signal, (id, text) => this.#show(id, text))
  }

  get ids(): readonly string[] {
    return [...this.#texts.keys()]
  }

  get(id: string): string {
    return this.#texts.get(id) ?? ''
  }

  set(id: string, text: string): void {
    this.replace(id, text)
    this.onSet(id)
  }

  /** Puts what somebody has written elsewhere in the place of what is here. */
  replace(id: string, text: string): void {
    const kept = text === '' ? undefined : text
    this.#show(id, kept)
    this.#stored.write(id, kept)
  }

  forget(id: string): void {
    this.set(id, '')
  }

  stop(): void {
    this.#stop.abort()
  }

  #show(id: string, text: string | undefined): void {
    if (text === undefined) this.#texts.delete(id)
    else this.#texts.set(id, text)
  }
}

/** Those of a user: the name says of what. */
export function createDrafts(name: string, userId: string): Drafts {
  return new Drafts(`${name}.${userId}`)
}
