interface SequencedItem {
  id: string
  seq: number
}

/**
 * Merges messages into a list that is sorted by sequence number: duplicates, by id, are dropped, and the incoming one
 * wins.
 */
export function mergeMessages<Item extends SequencedItem>(
  current: readonly Item[],
  incoming: readonly Item[],
): Item[] {
  const byId = new Map([...current, ...incoming].map((item) => [item.id, item]))
  return [...byId.values()].sort((a, b) => a.seq - b.seq)
}

/** Whether two sorted runs of one chat touch or overlap: the sequence has no gaps, so numbers decide. */
export function adjoins(earlier: readonly SequencedItem[], later: readonly SequencedItem[]): boolean {
  const last = earlier.at(-1)
  const first = later.at(0)
  return last === undefined || first === undefined || first.seq <= last.seq + 1
}
