import type { UnreadableCount } from './find-unreadable.ts'

const list = new Intl.ListFormat('en')

/** What cannot be read, as a list within a sentence: "1 bot and 2 webhook endpoints". */
export function describeUnreadable(unreadable: readonly UnreadableCount[]): string {
  return list.format(unreadable.map(countOf))
}

/** The same with what to do about each, one line per kind. */
export function describeRemedies(unreadable: readonly UnreadableCount[]): string {
  return unreadable.map((each) => `- ${countOf(each)}: ${each.kind.remedy}`).join('\n')
}

function countOf({ kind, count }: UnreadableCount): string {
  return `${count} ${count === 1 ? kind.one : kind.many}`
}
