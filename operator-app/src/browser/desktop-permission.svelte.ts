import { createSubscriber } from 'svelte/reactivity'

/**
 * Whether the browser lets this site show notifications, as state: the question may be answered in another tab, or in the
 * browser's settings.
 */
class DesktopPermission {
  #update = () => {}
  /** Some browsers, those on Android among them, have the class but refuse to make anything of it. */
  #isRefused = false
  #subscribe = createSubscriber((update) => {
    const stop = new AbortController()
    this.#update = update
    void follow(update, stop.signal)
    return () => stop.abort()
  })

  get state(): NotificationPermission | 'unsupported' {
    this.#subscribe()
    if (!('Notification' in globalThis) || this.#isRefused) return 'unsupported'
    // Without the permission nothing is shown, and only this tells whether there is a point in asking.
    if (Notification.permission !== 'granted' && !this.#make('')) return 'unsupported'
    return Notification.permission
  }

  /** Shows a notification; null where the browser has none for pages. */
  show(title: string, options: NotificationOptions): Notification | null {
    const shown = this.#make(title, options)
    if (!shown) this.#update()
    return shown
  }

  /** Asks the user, in a dialog of the browser. */
  async ask(): Promise<void> {
    await Notification.requestPermission()
    this.#update()
  }

  #make(title: string, options?: NotificationOptions): Notification | null {
    try {
      return new Notification(title, options)
    } catch {
      this.#isRefused = true
      return null
    }
  }
}

/** Some browsers tell only the tab that asked. */
async function follow(update: () => void, signal: AbortSignal): Promise<void> {
  const status = await navigator.permissions?.query({ name: 'notifications' }).catch(() => undefined)
  if (!signal.aborted) status?.addEventListener('change', update, { signal })
}

export const desktopPermission = new DesktopPermission()
