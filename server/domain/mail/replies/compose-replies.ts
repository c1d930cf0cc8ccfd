import type { Db, Tx } from '../../../database/client.ts'
import type { Prisma, WidgetSettings } from '../../../generated/prisma/client.ts'
import type { Env } from '../../../process/env.ts'
import type { Services } from '../../../services.ts'
import { cutText } from '../../cut-text.ts'
import { entriesWhere } from '../../messages/entries/is-entry.ts'
import { TEXT_LENGTH } from '../../messages/lengths.ts'
import { findQuotedContents } from '../../messages/quotes/find-quoted-contents.ts'
import type { QuotedContent } from '../../messages/quotes/with-quote.ts'
import { linkOfMedia, textOfEntry } from '../entry-text.ts'
import type { MailPart } from '../mail-parts.ts'
import { type ReplyTexts, replyLanguage, replyTexts } from './reply-texts.ts'
import { unsubscribeUrl } from './unsubscribe-token.ts'

/** The last replies of those that a visitor has missed; more than anybody reads in a mail. */
const MOST_REPLIES = 100
const URL_LENGTH = 2_000

interface ComposeReplies {
  chatId: string
  /** Sequence numbers of entries of the chat: the replies after the first and up to the second. */
  after: number
  until: number
}

interface ComposedReplies {
  mail: { subject: string; parts: MailPart[]; locale: string }
  /** The sequence numbers of the replies that are in it. */
  seqs: number[]
}

type Reply = Prisma.MessageGetPayload<{ include: { user: { select: { name: true } } } }>

/**
 * The mail with the replies of a chat that its visitor has not seen, in the visitor's language, or else that of the
 * widget. Null when none is left. It is read one after the other, as in `readReply`.
 */
export async function composeReplies(
  { env }: Pick<Services, 'env'>,
  db: Db | Tx,
  { chatId, after, until }: ComposeReplies,
): Promise<ComposedReplies | null> {
  const chat = await db.chat.findUnique({
    where: { id: chatId },
    include: { visitor: { select: { email: true, pageUrl: true, visit: { select: { language: true } } } } },
  })
  if (!chat) return null
  const { visitor, accountId, channelId } = chat
  const { email } = visitor
  if (!email) return null
  const seen = Math.max(after, chat.seenSeq, chat.lastVisitorSeq, chat.clearedSeq)
  const replies = await findReplies(db, { chatId, after: seen, until })
  if (replies.length === 0) return null
  const hasMore = replies.length > MOST_REPLIES
  if (hasMore) replies.shift()
  const quoted = await findQuotedContents(db, replies)
  const widget = await db.widgetSettings.findUnique({ where: { channelId } })
  const account = await db.account.findUniqueOrThrow({ where: { id: accountId }, select: { name: true } })
  const locale = replyLanguage(visitor.visit?.language, widget?.locale)
  const texts = replyTexts(locale)
  const company = widget?.mailSenderName ?? account.name
  const page = pageOf(visitor, widget)
  const unsubscribe = unsubscribeUrl(env, { accountId, email })
  return {
    mail: {
      locale,
      subject: texts.subject(company),
      parts: [
        ...(hasMore ? [{ kind: 'small', text: texts.onlyLast(MOST_REPLIES) } as const] : []),
        ...replies.map((reply) => entryOf(reply, { company, locale, quoted: quoted.get(reply.quotedId) })),
        ...answerParts(env, texts),
        ...(page ? [{ kind: 'link', label: texts.back, url: page } as const] : []),
        { kind: 'smallLink', text: texts.reason(company), label: texts.unsubscribe, url: unsubscribe },
      ],
    },
    seqs: replies.map(({ seq }) => seq),
  }
}

/** In their order, and one more than are in the mail if there are more. */
async function findReplies(db: Db | Tx, { chatId, after, until }: ComposeReplies): Promise<Reply[]> {
  const newestFirst = await db.message.findMany({
    where: { chatId, seq: { gt: after, lte: until }, deletedAt: null, ...entriesWhere('isMailed') },
    orderBy: { seq: 'desc' },
    take: MOST_REPLIES + 1,
    include: { user: { select: { name: true } } },
  })
  return newestFirst.toReversed()
}

interface Setting {
  company: string
  locale: string
  quoted: QuotedContent | undefined
}

function entryOf(reply: Reply, { company, locale, quoted }: Setting): MailPart {
  return {
    kind: 'entry',
    who: reply.user?.name ?? company,
    when: timeOf(reply.createdAt, locale),
    text: cutText(textOfEntry(reply, quoted), TEXT_LENGTH),
    url: linkOfMedia(reply),
  }
}

function timeOf(time: Date, locale: string): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(locale, format).format(time)} UTC`
}

function answerParts({ replies }: Env, texts: ReplyTexts): MailPart[] {
  return replies ? [{ kind: 'text', text: texts.answer }] : []
}

/**
 * The page that the visitor was on. Their browser says which it is, so a mail of the company leads only to websites of
 * the widget, if it has a list of them.
 */
function pageOf({ pageUrl }: { pageUrl: string | null }, widget: WidgetSettings | null): string | null {
  if (!pageUrl || pageUrl.length > URL_LENGTH || !URL.canParse(pageUrl)) return null
  const { protocol, origin, href } = new URL(pageUrl)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  const { origins = [] } = widget ?? {}
  return origins.length === 0 || origins.includes(origin) ? href : null
}
