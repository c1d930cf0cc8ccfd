import { parseRoute } from './route.ts'

/** The address bar as state; separate so that everything else reads a typed route. */
class Router {
  #path = $state(location.pathname)
  #route = $derived(parseRoute(this.#path))

  get route() {
    return this.#route
  }

  get path() {
    return this.#path
  }

  navigate(path: string, { replace = false } = {}): void {
    if (path === this.#path) return
    if (replace) history.replaceState(null, '', path)
    else history.pushState(null, '', path)
    this.#path = new URL(path, location.origin).pathname
  }

  /** Follows the browser's back and forward, and plain clicks on links within the app. Returns how to stop. */
  listen(): () => void {
    const stop = new AbortController()
    addEventListener(
      'popstate',
      () => {
        this.#path = location.pathname
      },
      { signal: stop.signal },
    )
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
    this.navigate(link.pathname)
  }
}

export const router = new Router()
