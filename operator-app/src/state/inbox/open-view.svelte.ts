import { type InboxViewKey, isBuiltIn } from '../../browser/route.ts'
import { router } from '../../browser/router.svelte.ts'
import type { SavedView } from '../../graphql/saved-views.ts'
import type { ChosenFilter } from './filter-query.ts'
import { createInboxFilter, type InboxFilter } from './inbox-filter.svelte.ts'
import { builtInView, type InboxView, madeView } from './inbox-view.ts'
import { filterOf, type SavedViews } from './saved-views.svelte.ts'

/** The view of the inbox that is on the screen, as it is narrowed; the last one while another page is open. */
export class OpenView {
  readonly filter: InboxFilter = createInboxFilter(() => this.#ownFilter())
  readonly #savedViews: SavedViews
  readonly #view = $derived(this.#viewOf(router.inboxView))

  constructor(savedViews: SavedViews) {
    this.#savedViews = savedViews
  }

  get view(): InboxView {
    return this.#view
  }

  /** The saved view that it is; undefined until they were read, null when it is none or does not exist. */
  get saved(): SavedView | null | undefined {
    const key = router.inboxView
    return isBuiltIn(key) ? null : this.#savedViews.get(key)
  }

  #viewOf(key: InboxViewKey): InboxView {
    const { filter, order, isChanged } = this.filter
    if (isBuiltIn(key)) return builtInView(key, { filter, order })
    // Nothing is shown of a view that is not known yet, or no longer.
    if (!this.saved && !isChanged) return madeView(`unknown ${key}`, { status: [] }, 'LATEST_ACTIVITY')
    return madeView(JSON.stringify([key, filter, order]), filter, order ?? 'LATEST_ACTIVITY')
  }

  /** What the view itself has, if it is a saved one. */
  #ownFilter(): ChosenFilter {
    const view = this.saved
    if (!view) return { filter: {}, order: null }
    return { filter: filterOf(view), order: view.order === 'LATEST_ACTIVITY' ? null : view.order }
  }
}

export function createOpenView(savedViews: SavedViews): OpenView {
  return new OpenView(savedViews)
}
