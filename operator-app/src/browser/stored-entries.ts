import { readStored, storedKeys, whenStored, writeStored } from './storage.ts'

/**
 * Entries kept in this browser, each under a key of its own: tabs that write at the same time do not erase each other's.
 * What cannot be stored is known in this tab alone.
 */
export class StoredEntries<Value> {
  #prefix: string
  #unstored = new Map<string, Value>()

  constructor(name: string) {
    this.#prefix = `${name}.`
  }

  read(): Map<string, Value> {
    const entries = new Map<string, Value>()
    for (const key of storedKeys(this.#prefix)) {
      const value = readStored<Value | undefined>(key, undefined)
      if (value !== undefined) entries.set(key.slice(this.#prefix.length), value)
    }
    return new Map([...entries, ...this.#unstored])
  }

  /** Keeps an entry; `undefined` forgets it. */
  write(id: string, value: Value | undefined): void {
    this.#unstored.delete(id)
    if (!writeStored(this.#prefix + id, value) && value !== undefined) this.#unstored.set(id, value)
  }

  /** Tells what other tabs write and forget. */
  follow(signal: AbortSignal, hear: (id: string, value: Value | undefined) => void): void {
    whenStored<Value>(signal, (key, value) => {
      if (key.startsWith(this.#prefix)) hear(key.slice(this.#prefix.length), value)
    })
  }
}
