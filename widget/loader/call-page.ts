/**
 * Calls a function that the page may define, and the one with `Callback` after its name, as pages in the field have them
 * of some. What they throw is shown and goes no further.
 */
export function callPage(name: string, argument?: unknown): void {
  for (const each of [name, `${name}Callback`]) {
    const callback = (window as unknown as Record<string, unknown>)[each]
    if (typeof callback !== 'function') continue
    try {
      argument === undefined ? callback() : callback(argument)
    } catch (error) {
      console.error(error)
    }
  }
}
