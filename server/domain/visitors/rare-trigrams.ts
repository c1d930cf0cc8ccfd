/** More would only be looked up in vain. */
const MOST = 6
/** What is in more of the values than this is in too many places of an index to be looked up. */
const FREQUENT = 1 / 5
/** So few values may be expected to have all of them: each of these is then read and compared. */
const FEW = 1 / 1000

/** How often parts are in a sample of values. */
export interface Sample {
  values: number
  /** In the order of the parts. */
  counts: readonly number[]
}

/** All groups of three Latin letters or digits in the words, which an index of trigrams knows in every locale. */
export function trigramsOf(words: string): string[] {
  const runs = words.match(/[a-z0-9]{3,}/gi) ?? []
  return [
    ...new Set(runs.flatMap((run) => Array.from({ length: run.length - 2 }, (_, n) => run.slice(n, n + 3)))),
  ]
}

/**
 * Those by which the words are found soonest: the others are in so many values that an index reads all their places
 * for longer than it takes to compare the few values that are left without them. Empty if that would not be few.
 */
export function rareTrigrams(
  words: string,
  trigrams: readonly string[],
  { values, counts }: Sample,
): string[] {
  if (values === 0) return []
  const shares = trigrams.map((trigram, n) => ({ trigram, share: ((counts[n] ?? 0) + 1) / (values + 1) }))
  const rarest = shares
    .filter(({ share }) => share <= FREQUENT)
    .sort((a, b) => a.share - b.share)
    .slice(0, MOST)
  return expectedShare(words, rarest) <= FEW ? rarest.map(({ trigram }) => trigram) : []
}

/** Of trigrams that overlap, only one counts: where it is, the others mostly are as well. */
function expectedShare(words: string, rarest: readonly { trigram: string; share: number }[]): number {
  const counted: number[] = []
  return rarest.reduce((product, { trigram, share }) => {
    const at = words.indexOf(trigram)
    if (counted.some((other) => Math.abs(other - at) < trigram.length)) return product
    counted.push(at)
    return product * share
  }, 1)
}
