import { type Call, callsQuery } from '../graphql/calls.ts'
import { query } from '../graphql/request.ts'
import type { Calls } from './calls.svelte.ts'
import { createLog, type Log, type LogPage } from './log.svelte.ts'
import { toTimeRange } from './time-range.ts'

const PAGE_SIZE = 30
const SEARCH_AFTER_MS = 250

/** What the fields of the filters hold, as text; an empty one does not restrict. */
export interface CallArchiveFields {
  search: string
  type: '' | Call['type']
  state: '' | 'END' | 'ERROR'
  channelId: string
  operatorId: string
  /** Days in the viewer's time zone, both included. */
  from: string
  to: string
}

const NO_FILTER: CallArchiveFields = {
  search: '',
  type: '',
  state: '',
  channelId: '',
  operatorId: '',
  from: '',
  to: '',
}

/** Which past calls are looked for and which were found, by id; the calls themselves are in their store. */
export class CallArchive {
  readonly log: Log<string>
  readonly #calls: Calls
  #fields = $state.raw<CallArchiveFields>(NO_FILTER)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(calls: Calls) {
    this.#calls = calls
    this.log = createLog((after) => this.#read(after))
  }

  get fields() {
    return this.#fields
  }

  /** Without what is typed into the search. */
  get activeFilters(): number {
    const { search: _, ...filters } = this.#fields
    return Object.values(filters).filter((value) => value !== '').length
  }

  get isFiltered(): boolean {
    return this.activeFilters > 0 || this.#fields.search.trim() !== ''
  }

  set(change: Partial<CallArchiveFields>): void {
    this.#fields = { ...this.#fields, ...change }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.log.load({ forget: true }), SEARCH_AFTER_MS)
  }

  reset(): void {
    this.set({ ...NO_FILTER, search: this.#fields.search })
  }

  /** Where the same calls are downloaded as a file. */
  exportPath(format: 'csv' | 'json'): string {
    const { search, type, state, channelId, operatorId } = this.#fields
    const { createdAt } = toCallFilter(this.#fields)
    const parameters = {
      format,
      search: search.trim(),
      type,
      state,
      channelId,
      operatorId,
      createdFrom: createdAt?.since ?? '',
      createdBefore: createdAt?.until ?? '',
    }
    const given = Object.entries(parameters).filter(([, value]) => value !== '')
    return `/archive/calls/export?${new URLSearchParams(given)}`
  }

  async load(): Promise<void> {
    clearTimeout(this.#timer)
    await this.log.load()
  }

  async #read(after: string | null): Promise<LogPage<string>> {
    const filter = toCallFilter(this.#fields)
    const { nodes, pageInfo } = (await query(callsQuery, { filter, first: PAGE_SIZE, after })).calls
    this.#calls.keep(nodes)
    return { items: nodes.map(({ id }) => id), next: pageInfo.hasNextPage ? pageInfo.endCursor : null }
  }
}

function toCallFilter({ search, type, state, channelId, operatorId, from, to }: CallArchiveFields) {
  const createdAt = toTimeRange(from, to)
  return {
    underWay: false,
    ...(search.trim() && { search: search.trim() }),
    ...(type && { type: [type] }),
    ...(state && { state: [state] }),
    ...(channelId && { channelIds: [channelId] }),
    ...(operatorId && { operatorIds: [operatorId] }),
    ...(createdAt && { createdAt }),
  }
}

export function createCallArchive(calls: Calls): CallArchive {
  return new CallArchive(calls)
}
