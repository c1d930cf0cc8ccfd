interface SequencedItem {
  id: string
  seq: number
}

/**
 * Merges messages into a list that is sorted by sequence number: doubles are dropped by id, and the incoming
 * one wins unless `keep` says that the one on the screen is newer.
 */
export function mergeMessages<Item extends SequencedItem>(
  current: readonly Item[],
  incoming: readonly Item[],
  keep: (id: string) => boolean = () => false,
): Item[] {
  const byId = new Map(current.map((item) => [item.id, item]))
  for (const item of incoming) {
    if (!(byId.has(item.id) && keep(item.id))) byId.set(item.id, item)
  }
  return [...byId.values()].sort((a, b) => a.seq - b.seq)
}

/** Whether two sorted runs of one chat touch or overlap: the sequence has no gaps, so numbers decide. */
export function adjoins(earlier: readonly SequencedItem[], later: readonly SequencedItem[]): boolean {
  const last = earlier.at(-1)
  const first = later.at(0)
  return last === undefined || first === undefined || first.seq <= last.seq + 1
}
