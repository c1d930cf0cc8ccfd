import type { ConfigurationField } from '../../graphql/configuration-rules.ts'

/** Events that come together, as when a bot leaves all of its channels, are reported once. */
const TELL_AFTER_MS = 150

/** Something that shows data from the server. */
export interface Reader {
  /** It is read again when one of these fields has changed, or when events were missed. */
  readonly fields: readonly ConfigurationField[]
  /** Whether an answer is on its way. It may be older than an event that comes before it. */
  readonly isReading: boolean
  /** urql reads again what a mutation has made stale, but nothing for a reader that only uses the cache. */
  readonly isCacheOnly?: boolean
  /** Reads it again. */
  load: () => void
}

/** Notifies components that what they show has changed on the server. */
export class Changes {
  #readers = new Set<Reader>()
  #due = new Set<Reader>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Returns how to stop listening. */
  on(reader: Reader): () => void {
    this.#readers.add(reader)
    return () => {
      this.#readers.delete(reader)
      this.#due.delete(reader)
    }
  }

  /** These fields have changed: has all of their readers read again. */
  tell(fields: readonly ConfigurationField[]): void {
    this.#tell(fields, () => true)
  }

  /** The same when the cache has the changes already: only pending reads are repeated, because their answer may be older. */
  tellKnown(fields: readonly ConfigurationField[]): void {
    this.#tell(fields, ({ isReading }) => isReading)
  }

  /** The same when a mutation has made the fields stale. */
  tellMutated(fields: readonly ConfigurationField[]): void {
    this.#tell(fields, ({ isReading, isCacheOnly }) => isReading || isCacheOnly === true)
  }

  /** Events were missed: anything may have changed. */
  tellAll(): void {
    for (const reader of this.#readers) this.#due.add(reader)
    this.#run()
  }

  #tell(fields: readonly ConfigurationField[], isMeant: (reader: Reader) => boolean): void {
    for (const reader of this.#readers)
      if (reader.fields.some((field) => fields.includes(field)) && isMeant(reader)) this.#due.add(reader)
    if (this.#due.size > 0) this.#timer ??= setTimeout(() => this.#run(), TELL_AFTER_MS)
  }

  #run(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const due = [...this.#due]
    this.#due.clear()
    for (const reader of due) reader.load()
  }
}

export function createChanges(): Changes {
  return new Changes()
}
