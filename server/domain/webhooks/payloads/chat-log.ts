import type { Db } from '../../../database/client.ts'
import type { Message, User } from '../../../generated/prisma/client.ts'
import { escapeHtml } from '../../../text/escape-html.ts'
import { entriesWhere } from '../../messages/entries/is-entry.ts'
import { mediaOf } from '../../messages/media-of.ts'
import { plainMessage } from '../../messages/plain-message.ts'
import { findQuotedContents } from '../../messages/quotes/find-quoted-contents.ts'
import { type QuotedContent, withQuote } from '../../messages/quotes/with-quote.ts'
import { richOf } from '../../messages/rich-of.ts'

/** Of a longer chat, only the end is included. */
const MAX_MESSAGES = 1_000
const MAX_CHARACTERS = 500_000

export interface LogLine {
  at: Date
  author: Message['author']
  operator: Pick<User, 'number' | 'name'> | null
  text: string
}

/** What was said in a chat, oldest first, without notices and without what was deleted. */
export async function readChatLog(db: Db, chatId: string): Promise<LogLine[]> {
  const newest = await db.message.findMany({
    where: { chatId, deletedAt: null, ...entriesWhere('inWebhooks') },
    include: { user: { select: { number: true, name: true } } },
    orderBy: { seq: 'desc' },
    take: MAX_MESSAGES,
  })
  const quoted = await findQuotedContents(db, newest)
  const kept: LogLine[] = []
  let characters = 0
  for (const message of newest) {
    const line = logLine({ ...message, quoted: quoted.get(message.quotedId) ?? null })
    characters += line.text.length
    if (characters > MAX_CHARACTERS) break
    kept.push(line)
  }
  return kept.reverse()
}

/** A message as a line of the log (contract, part 6.3): its text, or what stands for a file. */
export function logLine({
  createdAt,
  author,
  user,
  text,
  media,
  rich,
  quoted,
}: Pick<Message, 'createdAt' | 'author' | 'text' | 'media' | 'rich'> & {
  user: LogLine['operator']
  quoted: QuotedContent | null
}): LogLine {
  const content = { text, media: mediaOf(media), rich: richOf(rich) }
  return { at: createdAt, author, operator: user, text: withQuote(plainMessage(content), quoted) }
}

/** An entry of `chat.messages` (contract, part 2.7). A bot's is one of type `agent` without `agent_id`. */
export function logEntry({ at, author, operator, text }: LogLine): Record<string, unknown> {
  return {
    timestamp: Math.floor(at.getTime() / 1000),
    type: author === 'VISITOR' ? 'visitor' : 'agent',
    ...(operator && { agent_id: operator.number }),
    message: text,
  }
}

interface Names {
  visitor: string
  bot: string
}

/** The log as text, one message per line, with the time in UTC. */
export function plainLog(lines: readonly LogLine[], names: Names): string {
  return lines.map((line) => `${timeOf(line)} ${nameOf(line, names)}: ${line.text}`).join('\n')
}

/** The log as HTML, in which all messages are escaped. */
export function htmlLog(lines: readonly LogLine[], names: Names): string {
  return lines
    .map((line) => {
      const text = escapeHtml(line.text).replaceAll('\n', '<br>')
      return `<p>${timeOf(line)} <b>${escapeHtml(nameOf(line, names))}:</b> ${text}</p>`
    })
    .join('\n')
}

function timeOf({ at }: LogLine): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}

function nameOf({ author, operator }: LogLine, names: Names): string {
  if (operator) return operator.name
  return author === 'VISITOR' ? names.visitor : names.bot
}
