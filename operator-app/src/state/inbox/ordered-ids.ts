/** Order of two records of a list: negative when the first stands above the second. */
export type Compare = (a: string, b: string) => number

/**
 * Puts an id where it belongs in a sorted list, or takes it out, and returns the new list. Returns the same
 * array when nothing changes, so that a screen does not render again.
 * `belongs` is false for a record that is not (or no longer) part of the list.
 */
export function placeId(
  ids: readonly string[],
  id: string,
  belongs: boolean,
  compare: Compare,
): readonly string[] {
  const current = ids.indexOf(id)
  if (!belongs) return current < 0 ? ids : ids.filter((other) => other !== id)
  const others = current < 0 ? ids : ids.filter((other) => other !== id)
  const target = findPlace(others, id, compare)
  return target === current ? ids : [...others.slice(0, target), id, ...others.slice(target)]
}

function findPlace(ids: readonly string[], id: string, compare: Compare): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = ids[middle]
    if (other !== undefined && compare(other, id) < 0) low = middle + 1
    else high = middle
  }
  return low
}
