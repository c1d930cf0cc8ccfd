/** What became of what was promised. A number that does not apply is null. */
export interface Row {
  promise: string
  sent: number | null
  stored: number | null
  shown: number | null
  delivered: number | null
  /** What was promised and is missing, or in the wrong place. */
  lost: string[]
  /** What is there more often than was promised. */
  twice: string[]
}

export function holds({ lost, twice }: Row): boolean {
  return lost.length === 0 && twice.length === 0
}

/** How often each occurs. */
export function countEach<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** What comes first where something comes several times. */
export function firstOfEach<T>(values: T[], keyOf: (value: T) => string): T[] {
  const seen = new Set<string>()
  return values.filter((value) => {
    const key = keyOf(value)
    return !seen.has(key) && seen.add(key)
  })
}

/** The values of each key, in their order. */
export function groupBy<T>(values: Iterable<T>, keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group) group.push(value)
    else groups.set(keyOf(value), [value])
  }
  return groups
}
