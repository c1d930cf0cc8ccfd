/** Calls a function of the page by its name, in which dots lead into objects. */
export function callByName(name: string): void {
  let owner: unknown
  let found: unknown = window
  for (const part of name.split('.')) {
    owner = found
    found = (owner as Record<string, unknown> | null | undefined)?.[part]
  }
  try {
    if (typeof found === 'function') found.call(owner)
    else console.warn(`The page has no function ${name}.`)
  } catch (error) {
    console.error(error)
  }
}
