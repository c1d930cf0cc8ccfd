/** Lines of a text, of which some were entered, some are stored by now, and `before` is what both were made from. */
interface Merged {
  entered: readonly string[]
  stored: readonly string[]
  before: readonly string[]
}

/** The lines as they were entered, with those that a colleague has added meanwhile, and without those that they have removed. */
export function mergeLines({ entered, stored, before }: Merged): string[] {
  const kept = entered.filter((line) => stored.includes(line) || !before.includes(line))
  const added = stored.filter((line) => !before.includes(line) && !entered.includes(line))
  return [...kept, ...added]
}
