/** Functions that are called together, in the order in which they came. */
export interface Listeners<Values extends unknown[]> {
  /** Returns what ends it. */
  add(listener: (...values: Values) => void): () => void
  call(...values: Values): void
}

/** A set of functions that are called together; `add` returns what removes one. */
export function createListeners<Values extends unknown[]>(): Listeners<Values> {
  const all = new Set<(...values: Values) => void>()
  return {
    add(listener) {
      all.add(listener)
      return () => all.delete(listener)
    },
    call: (...values) => all.forEach((listener) => void listener(...values)),
  }
}
