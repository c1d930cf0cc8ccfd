import { router } from './router.svelte.ts'

/** What ends the way back to where something was: the user scrolls it. */
const GESTURES = ['wheel', 'touchmove', 'keydown', 'pointerdown']

/** For what is scrolled: whoever comes back by the browser's back or forward finds it where it was, everybody else its top. */
export function keepScroll(element: HTMLElement): () => void {
  const { scrollTop = 0 } = router.kept
  const stop = new AbortController()
  // What it shows may not be there yet.
  const growing = new ResizeObserver(() => {
    element.scrollTop = scrollTop
    if (element.scrollTop > scrollTop - 1) growing.disconnect()
  })
  for (const child of element.children) growing.observe(child)
  for (const gesture of GESTURES)
    element.addEventListener(gesture, () => growing.disconnect(), { passive: true, signal: stop.signal })
  const forget = router.beforeSteps((kept) => {
    if (element.clientHeight > 0) kept.scrollTop = element.scrollTop
  })
  return () => {
    growing.disconnect()
    stop.abort()
    forget()
  }
}
