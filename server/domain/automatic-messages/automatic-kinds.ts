import { type AutomaticMessageKind, Prisma } from '../../generated/prisma/client.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A kind of automatic message: when a chat gets it. None is sent while an operator is in the chat. */
interface AutomaticKind {
  /** When it is sent: the description in the API. */
  description: string
  /** The shortest and the longest delay, in seconds. */
  delay: readonly [least: number, most: number]
  /** Since when the delay counts, on the chat `c`. */
  since: Prisma.Sql
  /** What must hold besides, on `c` and on `closed`, whether it is outside the hours of the chat. */
  condition: Prisma.Sql
  /** How long after it was due it is still said, in seconds: a process may have been away, or the message just been set up. */
  freshFor: number
  /** The chat is closed with it, even when it is too late to say anything, and it may have no text. */
  closes: boolean
}

/** The visitor has written, nobody has taken the chat, and no bot answers it. */
const isWaiting = Prisma.sql`c.status = 'QUEUED' AND c."acceptedAt" IS NULL AND c."lastVisitorSeq" > 0`
/** Everything that the visitor wrote is answered: it is their turn. */
const isAnswered = Prisma.sql`c."unansweredSince" IS NULL AND c."lastVisitorSeq" > 0`

/** All kinds of automatic messages, in the order in which a chat can get them. */
export const automaticKinds: Record<AutomaticMessageKind, AutomaticKind> = {
  GREETING: {
    description: 'The visitor has written the first message, within the business hours.',
    delay: [0, 10 * MINUTE],
    since: Prisma.sql`c."createdAt"`,
    condition: Prisma.sql`${isWaiting} AND NOT closed`,
    freshFor: 10 * MINUTE,
    closes: false,
  },
  NOBODY_FREE: {
    description: 'The chat waits, and nobody has taken it, within the business hours.',
    delay: [5, 2 * HOUR],
    since: Prisma.sql`c."queuedAt"`,
    condition: Prisma.sql`${isWaiting} AND c."unansweredSince" IS NOT NULL AND NOT closed`,
    freshFor: 10 * MINUTE,
    closes: false,
  },
  OUTSIDE_HOURS: {
    description: 'The chat waits outside the business hours.',
    delay: [0, 10 * MINUTE],
    since: Prisma.sql`c."unansweredSince"`,
    condition: Prisma.sql`${isWaiting} AND c."unansweredSince" IS NOT NULL AND closed`,
    freshFor: DAY,
    closes: false,
  },
  STILL_THERE: {
    description: 'Everything is answered, no operator is in the chat any more, and nobody has written since.',
    delay: [MINUTE, DAY],
    since: Prisma.sql`c."lastActivityAt"`,
    condition: isAnswered,
    freshFor: 10 * MINUTE,
    closes: false,
  },
  CLOSING: {
    description:
      'The same. The chat is closed with it; without a text it is closed in silence. A chat that has waited for this longer than an hour is closed in silence, too.',
    delay: [MINUTE, 30 * DAY],
    since: Prisma.sql`c."lastActivityAt"`,
    condition: isAnswered,
    freshFor: HOUR,
    closes: true,
  },
}

export const automaticKindNames = Object.keys(automaticKinds) as AutomaticMessageKind[]
