import { inboxPath } from '../../browser/route.ts'
import { router } from '../../browser/router.svelte.ts'
import { type ChosenFilter, formatFilterQuery, readFilterQuery } from './filter-query.ts'
import type { ViewFilter, ViewOrder } from './view-filter.ts'

/** In place of an empty filter, where the view has one of its own. */
const NO_FILTER = '?filter=none'

/**
 * What narrows the view that is open, or replaces the filter of a saved one. It is in the address, so that one step back undoes it and a chat can be opened and
 * left; here it is kept while another page is open.
 */
export class InboxFilter {
  #kept = $state('')
  readonly #query = $derived(router.route.name === 'inbox' ? router.query : this.#kept)
  readonly #base: () => ChosenFilter
  readonly #chosen = $derived.by(() => (this.#query === '' ? this.#base() : readFilterQuery(this.#query)))

  /** `base` is what the open view itself has, if it is a saved one. */
  constructor(base: () => ChosenFilter) {
    this.#base = base
  }

  get filter(): ViewFilter {
    return this.#chosen.filter
  }

  /** Null for the order of the view. */
  get order(): ViewOrder | null {
    return this.#chosen.order
  }

  /** How many fields restrict the view. */
  get active(): number {
    return Object.keys(this.filter).length
  }

  /** Whether anything is chosen that chips show. */
  get isChosen(): boolean {
    return this.active > 0 || this.order !== null
  }

  /** Whether it differs from what the view itself has. */
  get isChanged(): boolean {
    return this.#query !== ''
  }

  /** Changes fields; one that is undefined no longer restricts. */
  set(change: { [Field in keyof ViewFilter]?: ViewFilter[Field] | undefined }): void {
    this.#go({ filter: { ...this.filter, ...change } as ViewFilter, order: this.order })
  }

  setOrder(order: ViewOrder | null): void {
    this.#go({ filter: this.filter, order })
  }

  clear(): void {
    this.#go({ filter: {}, order: null })
  }

  /** Goes back to what the view itself has. */
  reset(): void {
    router.navigate(router.path)
  }

  /** Notes what the address holds, for when another page is open. */
  keep(): void {
    this.#kept = this.#query
  }

  /** The path of the view that is open, as it is narrowed, with a chat opened in it. */
  pathTo(chatId: string | null): string {
    return inboxPath(router.inboxView, chatId) + this.#query
  }

  #go(chosen: ChosenFilter): void {
    const query = formatFilterQuery(chosen)
    const base = formatFilterQuery(this.#base())
    router.navigate(router.path + (query === base ? '' : query || NO_FILTER))
  }
}

export function createInboxFilter(base: () => ChosenFilter): InboxFilter {
  return new InboxFilter(base)
}
