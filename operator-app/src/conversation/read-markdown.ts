import { type MarkedPart, readMarks } from '../../../widget/read-marks.ts'
import { linkText } from '../ui/link-text.ts'

/** A bot's Markdown, as operators see it. */
export function readMarkdown(text: string): MarkedPart[] {
  return readMarks(text, linkText)
}
