const FOCUSABLE = 'a[href], button:not(:disabled)'

/**
 * For a list: when the row that has the focus disappears, as of a session that was ended, the focus goes to the row in
 * its place, or to the page when there is none. The browser would begin at the top of the page.
 */
export function keepFocus(list: HTMLElement): () => void {
  let row: Element | null = null
  let place = 0
  const note = ({ target }: FocusEvent) => {
    row = [...list.children].find((child) => child.contains(target as Node)) ?? null
    place = row ? [...list.children].indexOf(row) : 0
  }
  const rowsChanged = () => {
    if (!row || row.isConnected) return
    row = null
    recover()
  }
  // A dialog that closes gives the focus back first.
  const recover = () =>
    setTimeout(() => {
      const { activeElement, body } = document
      const dialog = activeElement?.closest('[role=dialog]')
      if (dialog) return whenRemoved(dialog, recover)
      if (activeElement !== body) return
      const next = list.isConnected ? (list.children[place] ?? list.lastElementChild) : null
      const element = next?.querySelector<HTMLElement>(FOCUSABLE) ?? document.getElementById('content')
      element?.focus({ preventScroll: true })
    })
  const observer = new MutationObserver(rowsChanged)
  observer.observe(list, { childList: true })
  list.addEventListener('focusin', note)
  return () => {
    observer.disconnect()
    list.removeEventListener('focusin', note)
    rowsChanged()
  }
}

function whenRemoved(element: Element, act: () => void): void {
  const observer = new MutationObserver(() => {
    if (element.isConnected) return
    observer.disconnect()
    act()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
