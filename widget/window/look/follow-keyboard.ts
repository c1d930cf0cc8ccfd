/**
 * Keeps a window that fills the screen above the keyboard of a phone, which covers the page without making it smaller.
 */
export function followKeyboard(element: HTMLElement): () => void {
  const view = window.visualViewport
  if (!view) return () => {}
  const apply = () => {
    element.style.setProperty('--view-height', `${view.height}px`)
    element.style.setProperty('--view-top', `${view.offsetTop}px`)
  }
  apply()
  view.addEventListener('resize', apply)
  view.addEventListener('scroll', apply)
  return () => {
    view.removeEventListener('resize', apply)
    view.removeEventListener('scroll', apply)
  }
}
