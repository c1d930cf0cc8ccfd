/**
 * Catches the focus when the control that has it disappears or is disabled, as a form does that was sent: it would fall
 * to the page, where no key reaches the widget. Returns what ends it.
 */
export function catchFocus(element: HTMLElement): () => void {
  const root = element.getRootNode() as ShadowRoot
  let focused: HTMLElement | null = null
  const isGone = () => !focused?.isConnected || focused.matches(':disabled')
  const follow = ({ target, type }: FocusEvent) => {
    if (type === 'focusin') focused = target as HTMLElement
    // Some browsers also say so of what was removed.
    else setTimeout(() => forget(target))
  }
  /** The visitor has left it for something else, if it is still there. */
  function forget(left: EventTarget | null): void {
    if (focused === left && !isGone() && root.activeElement !== left) focused = null
  }
  const observer = new MutationObserver(() => {
    if (!focused || !isGone()) return
    // Browsers take the focus from what was disabled only when they draw.
    const isLost = !root.activeElement || root.activeElement === focused
    focused = null
    if (isLost) element.focus()
  })
  observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  element.addEventListener('focusin', follow)
  element.addEventListener('focusout', follow)
  return () => observer.disconnect()
}
