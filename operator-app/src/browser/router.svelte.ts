import { type InboxViewKey, parseRoute } from './route.ts'

/** Whether somebody is asked before they leave the page; `leave` goes on where they wanted to go. */
type Guard = (leave: () => void) => boolean

/** What a page keeps for those who come back to it. */
interface Kept {
  scrollTop?: number
  /** What is typed into the filters of its lists, by their names. */
  filters: Record<string, string>
}

/** The address bar as state; separate so that everything else reads a typed route. */
class Router {
  #path = $state(location.pathname)
  #query = $state(location.search)
  #route = $derived(parseRoute(this.#path))
  #inboxView = $state<InboxViewKey>(this.#route.name === 'inbox' ? this.#route.view : 'waiting')
  /** How many pages lie behind this one, so that a step back that has been taken can be taken back. */
  #position = positionOf(history.state)
  #guard: Guard | null = null
  readonly #kept = new Map<number, Kept>()
  readonly #keepers = new Set<(kept: Kept) => void>()

  get route() {
    return this.#route
  }

  /** The view of the inbox that is open, or was last. */
  get inboxView() {
    return this.#inboxView
  }

  get path() {
    return this.#path
  }

  /**
   * What the screen is about: the chat that is open in the inbox, which is the same one in every view and goes to another by
   * itself when it is taken; else the path.
   */
  get page() {
    return (this.#route.name === 'inbox' && this.#route.chatId) || this.#path
  }

  /** The query string with its question mark; empty without one. */
  get query() {
    return this.#query
  }

  /** What is kept for this step of the history, until another takes its place. */
  get kept(): Kept {
    const kept = this.#kept.get(this.#position) ?? { filters: {} }
    this.#kept.set(this.#position, kept)
    return kept
  }

  /** Has something kept before each step to another page. Returns how to stop. */
  beforeSteps(keep: (kept: Kept) => void): () => void {
    this.#keepers.add(keep)
    return () => this.#keepers.delete(keep)
  }

  /** Goes to a path with what may follow it. Replacing a page is not a step of the user's, so nobody is asked. */
  navigate(address: string, { replace = false } = {}): void {
    if (address === this.#path + this.#query) return
    const target = new URL(address, location.origin)
    if (replace) {
      if (target.pathname !== this.#path) this.#kept.delete(this.#position)
      history.replaceState({ position: this.#position }, '', address)
    } else {
      if (this.#asksBefore(target, () => this.navigate(address))) return
      this.#stepTo(this.#position + 1)
      for (const position of this.#kept.keys()) if (position >= this.#position) this.#kept.delete(position)
      history.pushState({ position: this.#position }, '', address)
    }
    this.#read(target)
  }

  /**
   * For something that takes a while: the returned function goes on to an address, unless the user has left the present
   * page by then.
   */
  goOnFromHere(): (address: string) => void {
    const [page, position] = [this.page, this.#position]
    return (address) => {
      if (this.page === page && this.#position === position) this.navigate(address, { replace: true })
    }
  }

  /** Has every step to another page ask first. Returns how to stop. */
  guard(guard: Guard): () => void {
    this.#guard = guard
    return () => {
      this.#guard = null
    }
  }

  /** Follows the browser's back and forward, and plain clicks on links within the app. Returns how to stop. */
  listen(): () => void {
    const stop = new AbortController()
    addEventListener('popstate', () => this.#follow(positionOf(history.state)), { signal: stop.signal })
    document.addEventListener('click', (event) => this.#followLink(event), { signal: stop.signal })
    return () => stop.abort()
  }

  #followLink(event: MouseEvent): void {
    const withModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (event.defaultPrevented || event.button !== 0 || withModifier) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (link.pathname.startsWith('/files/')) return
    event.preventDefault()
    this.navigate(link.pathname + link.search)
  }

  /** The browser has already gone back or forward: a user who must be asked first is brought back until they answer. */
  #follow(position: number): void {
    const steps = position - this.#position
    if (steps !== 0 && this.#asksBefore(location, () => history.go(steps))) {
      history.go(-steps)
      return
    }
    this.#stepTo(position)
    this.#read(location)
  }

  #stepTo(position: number): void {
    for (const keep of this.#keepers) keep(this.kept)
    this.#position = position
  }

  #asksBefore({ pathname }: Pick<URL, 'pathname'>, leave: () => void): boolean {
    return pathname !== this.#path && (this.#guard?.(leave) ?? false)
  }

  #read({ pathname, search }: Pick<URL, 'pathname' | 'search'>): void {
    this.#path = pathname
    this.#query = search
    if (this.#route.name === 'inbox') this.#inboxView = this.#route.view
  }
}

/** The state of the page that the browser was opened with has none. */
function positionOf(state: { position?: number } | null): number {
  return state?.position ?? 0
}

export const router = new Router()
