import { type ArchiveFields, formatFields, noFields, withoutInvalid } from './archive-fields.ts'
import { createLog, type Log, type LogPage } from './log.svelte.ts'

const SEARCH_AFTER_MS = 250

interface ResultsOptions<Item> {
  read: (fields: ArchiveFields, after: string | null) => Promise<LogPage<Item>>
  /** The reloaded results are on the screen. */
  onLoad?: () => void
}

/** The results of a section of the archive. Kept by the workspace, so that they are there when the user comes back. */
export class ArchiveResults<Item> {
  readonly log: Log<Item>
  readonly #onLoad: () => void
  #fields = $state.raw<ArchiveFields>(noFields)
  /** The fields for which the log was read; null before. */
  #query: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ read, onLoad = () => {} }: ResultsOptions<Item>) {
    this.#onLoad = onLoad
    this.log = createLog((after) => read(withoutInvalid(this.#fields), after))
  }

  /** The fields that the log was read for. */
  get fields() {
    return this.#fields
  }

  get isShown(): boolean {
    return this.#query !== null
  }

  /** Reads the records that match the fields. Unless the fields have changed, the old rows are shown until then. */
  async load(fields: ArchiveFields = this.#fields): Promise<void> {
    clearTimeout(this.#timer)
    const query = formatFields(fields)
    const forget = query !== this.#query
    this.#fields = fields
    this.#query = query
    if (await this.log.load({ forget })) this.#onLoad()
  }

  /** Reads the records that match other fields, once nobody has typed for a moment. */
  show(fields: ArchiveFields): void {
    clearTimeout(this.#timer)
    if (formatFields(fields) !== this.#query)
      this.#timer = setTimeout(() => void this.load(fields), SEARCH_AFTER_MS)
  }
}
