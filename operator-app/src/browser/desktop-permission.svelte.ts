import { createSubscriber } from 'svelte/reactivity'

/**
 * Whether the browser lets this site show notifications, as state: the question may be answered in another tab, or in the
 * browser's settings.
 */
class DesktopPermission {
  #update = () => {}
  #subscribe = createSubscriber((update) => {
    const stop = new AbortController()
    this.#update = update
    void follow(update, stop.signal)
    return () => stop.abort()
  })

  get state(): NotificationPermission | 'unsupported' {
    this.#subscribe()
    return 'Notification' in globalThis ? Notification.permission : 'unsupported'
  }

  /** Asks the user, in a dialog of the browser. */
  async ask(): Promise<void> {
    await Notification.requestPermission()
    this.#update()
  }
}

/** Some browsers tell only the tab that asked. */
async function follow(update: () => void, signal: AbortSignal): Promise<void> {
  const status = await navigator.permissions?.query({ name: 'notifications' }).catch(() => undefined)
  if (!signal.aborted) status?.addEventListener('change', update, { signal })
}

export const desktopPermission = new DesktopPermission()
