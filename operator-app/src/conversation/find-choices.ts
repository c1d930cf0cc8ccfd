import { computeCommandScore } from 'bits-ui'

/** Of each group: a list of hundreds is slow to open and to narrow, and nobody reads it. */
const MOST_CHOICES = 50

interface Group<Item> {
  heading: string
  items: readonly Item[]
}

/** The choices that fit what is typed, best first as their groups are, and how many more would fit. */
export function findChoices<Item>(
  groups: readonly Group<Item>[],
  text: string,
  textOf: (item: Item) => string,
): { groups: Group<Item>[]; more: number } {
  const found = groups
    .map(({ heading, items }) => ({ heading, scored: fitting(items, text.trim(), textOf) }))
    .filter(({ scored }) => scored.length > 0)
    .sort((one, other) => bestOf(other.scored) - bestOf(one.scored))
  return {
    groups: found.map(({ heading, scored }) => ({
      heading,
      items: scored.slice(0, MOST_CHOICES).map(({ item }) => item),
    })),
    more: found.reduce((sum, { scored }) => sum + Math.max(scored.length - MOST_CHOICES, 0), 0),
  }
}

interface Scored<Item> {
  item: Item
  score: number
}

/** Those with the same score, as all are before something is typed, stay in their order. */
function fitting<Item>(items: readonly Item[], text: string, textOf: (item: Item) => string): Scored<Item>[] {
  return items
    .map((item) => ({ item, score: scoreOf(textOf(item), text) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
}

/** How well a choice fits what is typed: 0 when it does not. */
export function scoreOf(value: string, text: string): number {
  return text === '' ? 1 : computeCommandScore(value, text)
}

function bestOf<Item>(scored: readonly Scored<Item>[]): number {
  return scored[0]?.score ?? 0
}
