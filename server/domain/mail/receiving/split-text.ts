import { cutText } from '../../cut-text.ts'

/** Breaks between which a long text is best divided, the best first. */
const BREAKS = ['\n\n', '\n', ' ']

/**
 * The first `most` parts of a text, of so many Unicode characters, divided between paragraphs, lines or words where there are
 * any. However long the text is, only these are looked at.
 */
export function splitText(text: string, length: number, most: number): string[] {
  const parts: string[] = []
  for (let rest = text.trim(); rest !== '' && parts.length < most; ) {
    const start = cutText(rest, length)
    const end = start.length < rest.length ? breakBefore(start, length) : rest.length
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trimStart()
  }
  return parts
}

/** Not in the first half, so that a break near the beginning makes no tiny part. */
function breakBefore(start: string, length: number): number {
  const half = cutText(start, Math.floor(length / 2)).length
  for (const each of BREAKS) {
    const at = start.lastIndexOf(each)
    if (at >= half) return at
  }
  return start.length
}
