import { createSubscriber } from 'svelte/reactivity'

/** Whether somebody looks at this page, as state: messages that arrive while they do count as read. */
class PageFocus {
  #subscribe = createSubscriber((update) => {
    const stop = new AbortController()
    for (const name of ['focus', 'blur'] as const) addEventListener(name, update, { signal: stop.signal })
    document.addEventListener('visibilitychange', update, { signal: stop.signal })
    return () => stop.abort()
  })

  get isFocused(): boolean {
    this.#subscribe()
    return document.visibilityState === 'visible' && document.hasFocus()
  }
}

export const pageFocus = new PageFocus()
