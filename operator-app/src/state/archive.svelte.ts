import { type ArchivedChat, archivedChatsQuery } from '../graphql/archive.ts'
import type { Chat } from '../graphql/fragments.ts'
import { query } from '../graphql/request.ts'
import {
  type ArchiveFields,
  exportPath,
  invalidFields,
  noFilter,
  toArchiveFilter,
  withoutInvalid,
} from './archive-filter.ts'
import { createLog, type Log, type LogPage } from './log.svelte.ts'

const PAGE_SIZE = 30
const SEARCH_AFTER_MS = 250

/** A row of the archive; the chat itself is in the store of chats, where a renamed visitor has their new name. */
export interface FoundChat {
  id: string
  outcome: ArchivedChat['chat']['outcome']
  snippet: ArchivedChat['snippet']
}

/** What is looked for in the archive and what was found. Kept by the workspace, so that it is there when one comes back. */
export class Archive {
  readonly log: Log<FoundChat>
  readonly #keep: (chats: readonly Chat[]) => void
  #search = $state('')
  #fields = $state.raw<ArchiveFields>(noFilter)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(keep: (chats: readonly Chat[]) => void) {
    this.#keep = keep
    this.log = createLog((after) => this.#read(after))
  }

  get search() {
    return this.#search
  }

  get fields() {
    return this.#fields
  }

  /** The fields with something wrong in them. They do not restrict until they are mended, and nothing is exported. */
  get invalid() {
    return invalidFields(this.#fields)
  }

  get activeFilters(): number {
    return Object.values(this.#fields).filter((value) => value !== '').length
  }

  get isFiltered(): boolean {
    return this.activeFilters > 0 || this.#search.trim() !== ''
  }

  setSearch(text: string): void {
    const isSame = text.trim() === this.#search.trim()
    this.#search = text
    if (!isSame) this.#loadSoon()
  }

  setFields(change: Partial<ArchiveFields>): void {
    this.#fields = { ...this.#fields, ...change }
    this.#loadSoon()
  }

  reset(): void {
    this.setFields(noFilter)
  }

  exportPath(format: 'csv' | 'json'): string {
    return exportPath(format, this.#search.trim(), this.#fields)
  }

  async load(): Promise<void> {
    clearTimeout(this.#timer)
    await this.log.load()
  }

  #loadSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.log.load({ forget: true }), SEARCH_AFTER_MS)
  }

  async #read(after: string | null): Promise<LogPage<FoundChat>> {
    const { archivedChats } = await query(archivedChatsQuery, {
      search: this.#search.trim() || null,
      filter: toArchiveFilter(withoutInvalid(this.#fields)),
      first: PAGE_SIZE,
      after,
    })
    const { nodes, pageInfo } = archivedChats
    this.#keep(nodes.map(({ chat }) => chat))
    return {
      items: nodes.map(({ chat, snippet }) => ({ id: chat.id, outcome: chat.outcome, snippet })),
      next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    }
  }
}

export function createArchive(keep: (chats: readonly Chat[]) => void): Archive {
  return new Archive(keep)
}
