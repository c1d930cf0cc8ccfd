import { type AutomaticMessageKind, type ChannelKind, Prisma } from '../../generated/prisma/client.ts'
import { RATING_CHOICES } from './rating-choices.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A kind of automatic message: when a chat gets it. None is sent while an operator is in the chat. */
interface AutomaticKind {
  /** When it is sent: the description in the API. */
  description: string
  /** The shortest and the longest delay, in seconds. */
  delay: readonly [least: number, most: number]
  /** The only kind of channel that has it; null is every kind. */
  onlyOn: ChannelKind | null
  /** Which chats get it: open ones that no operator is in, or those that were closed a short time ago. */
  chats: 'OPEN' | 'CLOSED'
  /** Since when the delay counts, on the chat `c`. */
  since: Prisma.Sql
  /** What must hold besides, on `c` and on `closed`, whether it is outside the hours of the chat. */
  condition: Prisma.Sql
  /** How long after it was due it is still said, in seconds: a process may have been away, or the message just been set up. */
  freshFor: number
  /** The chat is closed with it, even when it is too late to say anything, and it may have no text. */
  closes: boolean
  /** What is added to its text, in every language. */
  suffix: string
}

/** The visitor has written, nobody has taken the chat, and no bot answers it. */
const isWaiting = Prisma.sql`c.status = 'QUEUED' AND c."acceptedAt" IS NULL AND c."lastVisitorSeq" > 0`
/** Everything that the visitor wrote is answered: it is their turn. */
const isAnswered = Prisma.sql`c."unansweredSince" IS NULL AND c."lastVisitorSeq" > 0`

/** Both have written, nobody has rated the chat, and the visitor, who is not blacklisted, has begun no other since. */
const isWorthRating = Prisma.sql`c."lastVisitorSeq" > 0 AND c.rating IS NULL
  AND EXISTS (SELECT FROM "ArchivedChat" archived WHERE archived."chatId" = c.id AND archived.outcome = 'ANSWERED')
  AND EXISTS (SELECT FROM "Visitor" v WHERE v.id = c."visitorId" AND v."blacklistedAt" IS NULL)
  AND NOT EXISTS (
    SELECT FROM "Chat" later
    WHERE later."visitorId" = c."visitorId"
      AND (later."closedAt" IS NULL OR (later."closedAt", later.number) > (c."closedAt", c.number)))`

const whileOpen = { onlyOn: null, chats: 'OPEN', suffix: '' } as const

/** All kinds of automatic messages, in the order in which a chat can get them. */
export const automaticKinds: Record<AutomaticMessageKind, AutomaticKind> = {
  GREETING: {
    ...whileOpen,
    description: 'The visitor has written the first message, within the business hours.',
    delay: [0, 10 * MINUTE],
    since: Prisma.sql`c."createdAt"`,
    condition: Prisma.sql`${isWaiting} AND NOT closed`,
    freshFor: 10 * MINUTE,
    closes: false,
  },
  NOBODY_FREE: {
    ...whileOpen,
    description: 'The chat waits, and nobody has taken it, within the business hours.',
    delay: [5, 2 * HOUR],
    since: Prisma.sql`c."queuedAt"`,
    condition: Prisma.sql`${isWaiting} AND c."unansweredSince" IS NOT NULL AND NOT closed`,
    freshFor: 10 * MINUTE,
    closes: false,
  },
  OUTSIDE_HOURS: {
    ...whileOpen,
    description: 'The chat waits outside the business hours.',
    delay: [0, 10 * MINUTE],
    since: Prisma.sql`c."unansweredSince"`,
    condition: Prisma.sql`${isWaiting} AND c."unansweredSince" IS NOT NULL AND closed`,
    freshFor: DAY,
    closes: false,
  },
  STILL_THERE: {
    ...whileOpen,
    description: 'Everything is answered, no operator is in the chat any more, and nobody has written since.',
    delay: [MINUTE, DAY],
    since: Prisma.sql`c."lastActivityAt"`,
    condition: isAnswered,
    freshFor: 10 * MINUTE,
    closes: false,
  },
  CLOSING: {
    ...whileOpen,
    description:
      'As for STILL_THERE. The chat is then closed, silently if there is no text, and also if it has been waiting for this for more than an hour.',
    delay: [MINUTE, 30 * DAY],
    since: Prisma.sql`c."lastActivityAt"`,
    condition: isAnswered,
    freshFor: HOUR,
    closes: true,
  },
  RATING_REQUEST: {
    description:
      'A chat was closed in which an operator and the visitor have written, and the visitor has not begun another. Only on chat channels, whose client must show texts after the end of a chat, too. The answers `1 👍` and `2 👎` are added to the text. The visitor rates the chat by writing one of them, or a part of it, within a day; it opens no chat then, as anything else does.',
    delay: [0, 10 * MINUTE],
    onlyOn: 'CHAT_API',
    chats: 'CLOSED',
    since: Prisma.sql`c."closedAt"`,
    condition: isWorthRating,
    freshFor: 10 * MINUTE,
    closes: false,
    suffix: `\n\n${RATING_CHOICES}`,
  },
}

export const automaticKindNames = Object.keys(automaticKinds) as AutomaticMessageKind[]

/** How long after its end a closed chat may still get one, in seconds. */
export const LONGEST_AFTER_END = Math.max(
  ...Object.values(automaticKinds)
    .filter(({ chats }) => chats === 'CLOSED')
    .map(({ delay: [, most], freshFor }) => most + freshFor),
)
