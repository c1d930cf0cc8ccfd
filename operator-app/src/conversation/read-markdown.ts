import { linkText } from '../ui/link-text.ts'
import { type MarkedPart, readMarks } from './read-marks.ts'

/** What a bot wrote, as the operator sees it. */
export function readMarkdown(text: string): MarkedPart[] {
  return readMarks(text, linkText)
}
