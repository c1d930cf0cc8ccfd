import data from 'emojibase-data/en/data.json'
import names from 'emojibase-data/en/shortcodes/github.json'

/** Newer ones are an empty box on many screens. */
const NEWEST = 15
const MOST_FOUND = 60

export interface Emoji {
  /** The character. */
  char: string
  label: string
  /** By the first of which it is known after a colon. */
  names: readonly string[]
  tags: readonly string[]
  group: number
}

const namesOf = names as Record<string, string | string[] | undefined>

/**
 * All emojis in the order in which pickers show them. This file brings half a megabyte along, so it is loaded when it is
 * first needed.
 */
export const allEmojis: readonly Emoji[] = data
  .flatMap(({ emoji: char, label, hexcode, tags, group, order, version }) =>
    group === undefined || order === undefined || version > NEWEST
      ? []
      : [{ char, label, names: [namesOf[hexcode] ?? []].flat(), tags: tags ?? [], group, order }],
  )
  .toSorted((one, other) => one.order - other.order)

/** Those that fit a word: by name, then by label and by what they are about. */
export function findEmojis(typed: string): Emoji[] {
  const wanted = typed.toLowerCase()
  const rankOf = ({ names: known, label, tags }: Emoji): number => {
    if (known.includes(wanted)) return 0
    if (known.some((name) => name.startsWith(wanted))) return 1
    if (
      label
        .toLowerCase()
        .split(' ')
        .some((word) => word.startsWith(wanted))
    )
      return 2
    if (tags.some((tag) => tag.startsWith(wanted))) return 3
    return known.some((name) => name.includes(wanted)) ? 4 : Number.POSITIVE_INFINITY
  }
  return allEmojis
    .map((emoji) => ({ emoji, rank: rankOf(emoji) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MOST_FOUND)
    .map(({ emoji }) => emoji)
}
