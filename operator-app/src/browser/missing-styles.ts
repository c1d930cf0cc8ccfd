const missing = new Set<HTMLLinkElement>()

addEventListener('error', ({ target }) => note(target), true)

/** What shows nothing of itself when it did not come, and is asked for only once: the page that needs it would go without. */
function note(target: EventTarget | null): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
}

/** Asks once more for the style sheets that could not be loaded. Throws if one of them still cannot. */
export async function loadMissingStyles(): Promise<void> {
  await Promise.all([...missing].map(loadAgain))
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  missing.delete(link)
  const next = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
    next.onload = () => resolve()
    next.onerror = () => reject(new Error(`${next.href} could not be loaded`))
    link.replaceWith(next)
  })
}
