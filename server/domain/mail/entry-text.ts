import type { Message } from '../../generated/prisma/client.ts'
import { TEXT_LENGTH } from '../messages/lengths.ts'
import { mediaOf } from '../messages/media-of.ts'
import { type QuotedContent, withQuote } from '../messages/quotes/with-quote.ts'
import { richOf } from '../messages/rich-of.ts'

/** An entry of a chat in words, for a mail, after the lines of what it quotes. */
export function textOfEntry(
  { text, media, rich, type }: Pick<Message, 'text' | 'media' | 'rich' | 'type'>,
  quoted: QuotedContent | undefined,
): string {
  const { title, fileName, emoji, latitude, longitude } = mediaOf(media) ?? {}
  const { content, title: heading, buttons = [] } = richOf(rich) ?? {}
  const place = latitude === undefined || longitude === undefined ? undefined : `${latitude}, ${longitude}`
  const said =
    text || content || [heading, ...buttons.map((button) => `[${button.text}]`)].filter(Boolean).join('\n')
  return withQuote(said || emoji || title || fileName || place || `(${type.toLowerCase()})`, quoted)
}

/** The address of the file that an entry shows. */
export function linkOfMedia({ media }: Pick<Message, 'media'>): string | undefined {
  const { file } = mediaOf(media) ?? {}
  return file && /^https?:\/\//i.test(file) && file.length <= TEXT_LENGTH ? file : undefined
}
