import type { SiteVisitor } from '../graphql/visitors-on-site.ts'

/** What the list knows of a visitor. */
export type Listed = Pick<SiteVisitor, 'number'>

/**
 * The visitors with these numbers, in this order, as they were last described. Null when one of them was never described:
 * the list must be read again.
 */
export function listOf<Visitor extends Listed>(
  numbers: readonly number[],
  described: Iterable<Visitor>,
): Visitor[] | null {
  const byNumber = new Map([...described].map((visitor) => [visitor.number, visitor]))
  const list = numbers.flatMap((number) => byNumber.get(number) ?? [])
  return list.length === numbers.length ? list : null
}
