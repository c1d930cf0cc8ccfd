import type { LiveEvent } from '../events/live-event.ts'
import { type SiteScope, SiteWatch, type SiteWatchOptions } from './site-watch.ts'

/** The lists of who is on the websites that screens of this process follow; those who see the same share one. */
export class SiteWatches {
  readonly #options: SiteWatchOptions
  readonly #watches = new Map<string, SiteWatch>()

  constructor(options: SiteWatchOptions) {
    this.#options = options
  }

  /**
   * Tells the present list and then its changes, as events of the kind SITE_CHANGED with a `SiteChange`, until the returned
   * function is called. Throws when the list cannot be read.
   */
  async follow(scope: SiteScope, listener: (event: LiveEvent) => void): Promise<() => void> {
    const key = keyOf(scope)
    const watch = this.#watches.get(key) ?? new SiteWatch(scope, this.#options)
    this.#watches.set(key, watch)
    const unfollow = () => {
      watch.remove(listener)
      if (!watch.isFollowed && this.#watches.get(key) === watch) this.#watches.delete(key)
    }
    try {
      await watch.add(listener)
    } catch (error) {
      // Another attempt begins anew.
      if (this.#watches.get(key) === watch) this.#watches.delete(key)
      unfollow()
      throw error
    }
    return unfollow
  }
}

function keyOf({ viewer, limit }: SiteScope): string {
  const { accountId, channelIds } = viewer
  return JSON.stringify([accountId, limit, channelIds && [...channelIds].sort()])
}
