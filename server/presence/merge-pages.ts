import { byStart, type PresentVisitor, type SitePage } from './visitor-store.ts'

/** One page of several websites, from the same page of each. */
export function mergePages(
  pages: readonly (readonly PresentVisitor[])[],
  { limit, oldestFirst }: Pick<SitePage, 'limit' | 'oldestFirst'>,
): PresentVisitor[] {
  const earliestFirst = pages.flat().sort(byStart)
  return (oldestFirst ? earliestFirst : earliestFirst.reverse()).slice(0, limit)
}
