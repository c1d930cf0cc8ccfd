import type { VisitMessage } from '../../core.ts'
import { readMarks } from '../../read-marks.ts'
import type { Texts } from '../texts/en.ts'

/** What a message says in plain words, for where it is not shown whole. */
export function summaryOf({ text, markdown, title, file }: VisitMessage, texts: Texts): string {
  const parts = readMarks(markdown ?? '', (text) => [{ text, href: null }])
  return text ?? (parts.map(({ text }) => text).join('') || title || file?.name || texts.attachment)
}
