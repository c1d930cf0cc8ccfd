import type { CannedReplyPart, CannedReplyVariable } from '../../graphql/canned-replies.ts'

/** What a canned reply is filled in with; a value that is missing leaves a gap. */
export type ReplyValues = Record<CannedReplyVariable, string | null>

/** Brackets that nobody types, around what is missing. */
const GAP = /⟦[^⟦⟧]*⟧/g

/** The text of a canned reply in a chat, with a gap such as ⟦Visitor’s name⟧ where a value and its fallback are missing. */
export function fillReply(
  parts: readonly CannedReplyPart[],
  values: ReplyValues,
  names: Record<CannedReplyVariable, string>,
): string {
  return parts
    .map(({ text, variable, fallback }) => {
      if (variable === null) return text ?? ''
      return values[variable]?.trim() || (fallback ?? `⟦${names[variable]}⟧`)
    })
    .join('')
}

interface Range {
  start: number
  end: number
}

/** Where the gaps of a text are. */
export function findGaps(text: string): Range[] {
  return [...text.matchAll(GAP)].map(({ index, 0: gap }) => ({ start: index, end: index + gap.length }))
}

/** The gap after a selection, or before it. None when it was the last one: the keyboard can go on from there. */
export function nextGap(text: string, from: Range, step: 1 | -1): Range | undefined {
  const gaps = findGaps(text)
  return step > 0
    ? gaps.find(({ start }) => start >= from.end)
    : gaps.findLast(({ end }) => end <= from.start)
}
