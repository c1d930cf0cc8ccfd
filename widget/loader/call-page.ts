/**
 * Calls a function that the page may define, and the one with `Callback` after its name, as pages in the field have them
 * of some. What they throw is shown and goes no further.
 */
export function callPage(name: string, ...values: unknown[]): void {
  for (const each of [name, `${name}Callback`]) {
    const callback = (window as unknown as Record<string, unknown>)[each]
    if (typeof callback === 'function') callSafely(callback as Callback, ...values)
  }
}

type Callback<Values extends unknown[] = unknown[]> = (...values: Values) => unknown

/** Calls a function of the page. What it throws is shown and goes no further. */
export function callSafely<Values extends unknown[]>(callback: Callback<Values>, ...values: Values): void {
  try {
    callback(...values)
  } catch (error) {
    console.error(error)
  }
}
