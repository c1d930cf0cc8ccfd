import { type InboxViewKey, savedViewKey } from '../../browser/route.ts'
import { type SavedView, savedViewsQuery } from '../../graphql/saved-views.ts'
import type { CachedQuery } from '../settings/cached-query.svelte.ts'
import type { Configuration } from '../settings/configuration.ts'
import { type InboxView, madeView } from './inbox-view.ts'
import type { ViewFilter } from './view-filter.ts'

type Query = CachedQuery<{ savedViews: SavedView[] }, Record<string, never>>

/** The saved views that this operator has. They are read when they are first looked for, and current from then on. */
export class SavedViews {
  readonly #configuration: Configuration
  #known: Query | undefined
  /** In a reaction of its own: a reaction does not follow the state that is made in it. */
  readonly #query = $derived.by(() => {
    this.#known ??= this.#configuration.query(savedViewsQuery, {}) as Query
    return this.#known
  })

  constructor(configuration: Configuration) {
    this.#configuration = configuration
  }

  /** By name; undefined until they were read. */
  get all(): readonly SavedView[] | undefined {
    return this.#query.data?.savedViews
  }

  get failed(): boolean {
    return this.#query.failed
  }

  /** In the order in which they were pinned. */
  get pinned(): readonly SavedView[] {
    const pinned = this.all?.filter(({ pinnedAt }) => pinnedAt !== null) ?? []
    return pinned.toSorted((a, b) => ((a.pinnedAt ?? '') < (b.pinnedAt ?? '') ? -1 : 1))
  }

  /** Undefined until they were read; null when this operator has none with this key. */
  get(key: InboxViewKey): SavedView | null | undefined {
    return this.all && (this.all.find(({ id }) => savedViewKey(id) === key) ?? null)
  }

  load(): void {
    this.#query.load()
  }

  stop(): void {
    this.#known?.stop()
  }
}

/** What a saved view shows. */
export function shownBy(view: SavedView): InboxView {
  return madeView(savedViewKey(view.id), filterOf(view), view.order)
}

/** Its filter without the fields that do not restrict. */
export function filterOf({ filter }: SavedView): ViewFilter {
  const given = Object.entries(filter).filter(([name, value]) => name !== '__typename' && value !== null)
  return Object.fromEntries(given) as ViewFilter
}

export function createSavedViews(configuration: Configuration): SavedViews {
  return new SavedViews(configuration)
}
