/** Tells whether the focus is in the widget or elsewhere on the page, each time that it moves from one to the other. */
export function followFocus(element: HTMLElement, tell: (isWithin: boolean) => void): () => void {
  const { host } = element.getRootNode() as ShadowRoot
  const follow = ({ target }: FocusEvent) => tell(target === host)
  document.addEventListener('focusin', follow)
  return () => document.removeEventListener('focusin', follow)
}
