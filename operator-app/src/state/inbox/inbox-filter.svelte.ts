import { inboxPath } from '../../browser/route.ts'
import { router } from '../../browser/router.svelte.ts'
import { type ChosenFilter, formatFilterQuery, readFilterQuery } from './filter-query.ts'
import type { ViewFilter, ViewOrder } from './view-filter.ts'

/**
 * What narrows the view that is open. It is in the address, so that one step back undoes it and a chat can be opened and
 * left; here it is kept while another page is open.
 */
export class InboxFilter {
  #kept = $state('')
  readonly #query = $derived(router.route.name === 'inbox' ? router.query : this.#kept)
  readonly #chosen = $derived(readFilterQuery(this.#query))

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

  get isChosen(): boolean {
    return this.active > 0 || this.order !== null
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

  /** Notes what the address holds, for when another page is open. */
  keep(): void {
    this.#kept = this.#query
  }

  /** The path of the view that is open, as it is narrowed, with a chat opened in it. */
  pathTo(chatId: string | null): string {
    return inboxPath(router.inboxView, chatId) + this.#query
  }

  #go(chosen: ChosenFilter): void {
    router.navigate(router.path + formatFilterQuery(chosen))
  }
}

export function createInboxFilter(): InboxFilter {
  return new InboxFilter()
}
