import type { Prisma } from '../../../generated/prisma/client.ts'
import { cutText } from '../../cut-text.ts'
import { TEXT_LENGTH } from '../lengths.ts'
import { mediaOf } from '../media-of.ts'
import { previewOf } from '../preview.ts'
import { richOf } from '../rich-of.ts'

/** What is read of a quoted entry. */
export interface QuotedContent {
  text: string | null
  media: Prisma.JsonValue
  rich: Prisma.JsonValue
}

/** What is shown of a quoted entry: the beginning of its text, or what describes its file or place. */
export function excerptOf({ text, media, rich }: QuotedContent): string {
  return previewOf({ text, media: mediaOf(media), rich: richOf(rich) })
}

/**
 * The plain text of a message that quotes another: quoted lines begin with `> `. The quote is shortened so that both together
 * are not longer than a message can be; the answer never is.
 */
export function withQuote(text: string, quoted: QuotedContent | null | undefined): string {
  const excerpt = quoted ? excerptOf(quoted) : ''
  if (!excerpt) return text
  const lines = excerpt.split('\n').map((line) => `> ${line}`)
  const room = TEXT_LENGTH - Array.from(text).length - 1
  const quote = cutText(lines.join('\n'), Math.max(room, 0))
  return [quote, text].filter(Boolean).join('\n')
}
