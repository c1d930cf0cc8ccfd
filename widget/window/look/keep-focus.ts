const REACHABLE = 'a[href],button:enabled,input:enabled,textarea,select,audio,video,[tabindex="0"]'

/** Keeps the Tab key within an element. Where the focus goes when it is closed is the loader's affair. */
export function keepFocus(element: HTMLElement): () => void {
  const root = element.getRootNode() as ShadowRoot
  const turn = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    const stops = [...element.querySelectorAll<HTMLElement>(REACHABLE)].filter((stop) => stop.offsetParent)
    const end = event.shiftKey ? stops[0] : stops.at(-1)
    if (root.activeElement !== end && root.activeElement !== element) return
    event.preventDefault()
    const next = event.shiftKey ? stops.at(-1) : stops[0]
    next?.focus()
  }
  element.addEventListener('keydown', turn)
  return () => element.removeEventListener('keydown', turn)
}
