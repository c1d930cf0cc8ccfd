const LOCK = 'switchboard.front'

/**
 * Lets the other tabs of this browser know while this one has the focus. On a page without TLS, where there are no locks,
 * they do not learn it.
 */
export function holdFront(signal: AbortSignal): void {
  const hold = () => {
    const isOver = new Promise<void>((resolve) => {
      addEventListener('blur', () => resolve(), { once: true, signal })
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    void navigator.locks?.request(LOCK, { mode: 'shared' }, () => isOver)
  }
  addEventListener('focus', hold, { signal })
  if (document.hasFocus()) hold()
}

/** Whether a tab of this browser has the focus; asked by one that has not. */
export async function isAnotherInFront(): Promise<boolean> {
  const locks = await navigator.locks?.query()
  return locks?.held?.some(({ name }) => name === LOCK) ?? false
}
