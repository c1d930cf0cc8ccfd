const LOCK = 'switchboard.front'

/**
 * Lets the other tabs of this browser know while this one has the focus. On a page without TLS, where there are no locks,
 * they do not learn it.
 */
export function holdFront(signal: AbortSignal): void {
  const hold = () => {
    const left = new AbortController()
    const isOver = AbortSignal.any([signal, left.signal])
    addEventListener('blur', () => left.abort(), { once: true, signal })
    void navigator.locks?.request(LOCK, { mode: 'shared' }, () => untilAborted(isOver))
  }
  addEventListener('focus', hold, { signal })
  if (document.hasFocus()) hold()
}

/** Whether a tab of this browser has the focus; asked by one that has not. */
export async function isAnotherInFront(): Promise<boolean> {
  const locks = await navigator.locks?.query()
  return locks?.held?.some(({ name }) => name === LOCK) ?? false
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
