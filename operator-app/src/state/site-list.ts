import type { SiteVisitor } from '../graphql/visitors-on-site.ts'

/** What the list knows of a visitor. */
export type Listed = Pick<SiteVisitor, 'id'> & {
  details: Pick<NonNullable<SiteVisitor['details']>, 'onSite' | 'startedAt'> | null
}

/**
 * The list, latest visit first, with the present state of one visitor; without them when they have left. While it is not
 * the whole list, those who belong after its end are on a page that has not been read.
 */
export function placeVisitor<Visitor extends Listed>(
  visitors: readonly Visitor[],
  visitor: Visitor,
  isWhole: boolean,
): Visitor[] {
  const others = visitors.filter(({ id }) => id !== visitor.id)
  if (!visitor.details?.onSite) return others
  const { startedAt } = visitor.details
  const index = others.findIndex(({ details }) => (details?.startedAt ?? '') <= startedAt)
  if (index < 0 && !isWhole) return others
  return others.toSpliced(index < 0 ? others.length : index, 0, visitor)
}

/**
 * As many of the first visitors as a list of this length shows, and the cursor of the last one. Null when none of them has
 * a cursor: so many have come since the list was read.
 */
export function cutList<Visitor extends Listed>(
  visitors: readonly Visitor[],
  length: number,
  cursors: ReadonlyMap<string, string>,
): { visitors: Visitor[]; next: string } | null {
  const index = visitors.slice(0, length).findLastIndex(({ id }) => cursors.has(id))
  const next = cursors.get(visitors[index]?.id ?? '')
  return next === undefined ? null : { visitors: visitors.slice(0, index + 1), next }
}
