import { type MarkedPart, readMarks } from '../../../widget/read-marks.ts'
import { linkText } from '../ui/link-text.ts'

/** What a bot wrote, as the operator sees it. */
export function readMarkdown(text: string): MarkedPart[] {
  return readMarks(text, linkText)
}
