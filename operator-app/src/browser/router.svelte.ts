import { parseRoute } from './route.ts'

/** The address bar as state; separate so that everything else reads a typed route. */
class Router {
  #path = $state(location.pathname)
  #query = $state(location.search)
  #route = $derived(parseRoute(this.#path))

  get route() {
    return this.#route
  }

  get path() {
    return this.#path
  }

  /** What follows the path, with its question mark; empty without. */
  get query() {
    return this.#query
  }

  /** Goes to a path with what may follow it. */
  navigate(address: string, { replace = false } = {}): void {
    if (address === this.#path + this.#query) return
    if (replace) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
    this.#read(new URL(address, location.origin))
  }

  /** Follows the browser's back and forward, and plain clicks on links within the app. Returns how to stop. */
  listen(): () => void {
    const stop = new AbortController()
    addEventListener('popstate', () => this.#read(location), { signal: stop.signal })
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

  #read({ pathname, search }: Pick<URL, 'pathname' | 'search'>): void {
    this.#path = pathname
    this.#query = search
  }
}

export const router = new Router()
