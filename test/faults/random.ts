/** Chances that come out the same again for the same seed. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number
  between(low: number, high: number): number
  oneOf<T>(values: readonly T[]): T
  shuffled<T>(values: readonly T[]): T[]
}

/** The generator mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    oneOf: (values) => values[Math.floor(next() * values.length)] as (typeof values)[number],
    shuffled: (values) =>
      values
        .map((value) => ({ value, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ value }) => value),
  }
}
