import type { Db } from '../../database/client.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { cutText } from '../cut-text.ts'
import { entriesWhere } from '../messages/entries/is-entry.ts'
import { TEXT_LENGTH } from '../messages/lengths.ts'
import { findQuotedContents } from '../messages/quotes/find-quoted-contents.ts'
import type { QuotedContent } from '../messages/quotes/with-quote.ts'
import { visitorLabel } from '../visitors/visitor-label.ts'
import { linkOfMedia, textOfEntry } from './entry-text.ts'
import type { MailPart } from './mail-parts.ts'

/** The last messages and characters of a chat, in numbers that a person reads and every mail server accepts. */
const MOST_MESSAGES = 1_000
const MOST_CHARACTERS = 200_000
const PAGE = 100

const included = {
  channel: { select: { name: true, account: { select: { name: true } } } },
  visitor: true,
  bot: { select: { name: true } },
  department: { select: { name: true } },
} as const

interface Find {
  chatId: string
  /** A visitor gets nothing but what was said. */
  reader: 'company' | 'visitor'
  /** Only what was said after this message. */
  after?: number
}

interface ChatLog {
  subject: string
  parts: MailPart[]
}

interface Said extends Prisma.MessageGetPayload<{ include: { user: { select: { name: true } } } }> {
  quoted: QuotedContent | undefined
}

/**
 * What was said in a chat, as a mail. Notices are for operators and not in it. Null when the chat does not exist, and
 * when nothing was said after the message `after`.
 */
export async function findChatLog(
  { db }: Services,
  { chatId, reader, after = 0 }: Find,
): Promise<ChatLog | null> {
  const chat = await db.chat.findUnique({ where: { id: chatId }, include: included })
  if (!chat) return null
  const { number, visitor, channel, bot, department, createdAt, closedAt } = chat
  const company = channel.account.name
  const visitorName = visitorLabel(reader === 'company' ? visitor : { ...visitor, email: null, phone: null })
  const names = { VISITOR: visitorName, BOT: bot?.name ?? company, OPERATOR: company, SYSTEM: company }
  const { entries, isCut } = await lastEntries(
    newestFirst(db, chatId, after),
    ({ author, user }) => user?.name ?? names[author],
  )
  if (after > 0 && entries.length === 0) return null
  const about = [
    ['Visitor', visitor.name],
    ['E-mail', visitor.email],
    ['Phone', visitor.phone],
    ['Description', visitor.description],
    ['Page', visitor.pageUrl],
    ['Channel', channel.name],
    ['Department', department?.name],
    ['Started', timeOf(createdAt)],
    ['Closed', closedAt && timeOf(closedAt)],
  ]
  const told = about.flatMap(([label, value]) => (value ? [`${label}: ${cutText(value, TEXT_LENGTH)}`] : []))
  const subject = reader === 'company' ? `Chat ${number} with ${visitorName}` : `Your chat with ${company}`
  return {
    subject,
    parts: [
      { kind: 'title', text: cutText(subject, TEXT_LENGTH) },
      { kind: 'text', text: reader === 'company' ? told.join('\n') : `From ${timeOf(createdAt)}` },
      ...(isCut ? [{ kind: 'small', text: 'Only the last messages are in this e-mail.' } as const] : []),
      ...entries,
    ],
  }
}

/** Page by page, so that a thousand long messages are not in memory just to show the last of them. */
async function* newestFirst(db: Db, chatId: string, after: number): AsyncGenerator<Said> {
  let before: number | undefined
  for (;;) {
    const page = await db.message.findMany({
      where: {
        chatId,
        deletedAt: null,
        ...entriesWhere('inMailedLog'),
        seq: { gt: after, ...(before !== undefined && { lt: before }) },
      },
      orderBy: { seq: 'desc' },
      take: PAGE,
      include: { user: { select: { name: true } } },
    })
    const quoted = await findQuotedContents(db, page)
    for (const message of page) yield { ...message, quoted: quoted.get(message.quotedId) }
    before = page.at(-1)?.seq
    if (page.length < PAGE) return
  }
}

async function lastEntries(messages: AsyncGenerator<Said>, nameOf: (message: Said) => string) {
  const entries: MailPart[] = []
  let characters = 0
  for await (const message of messages) {
    const text = cutText(textOfEntry(message, message.quoted), TEXT_LENGTH)
    characters += text.length
    if (entries.length >= MOST_MESSAGES || characters > MOST_CHARACTERS) return { entries, isCut: true }
    const url = linkOfMedia(message)
    entries.unshift({ kind: 'entry', who: nameOf(message), when: timeOf(message.createdAt), text, url })
  }
  return { entries, isCut: false }
}

function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
