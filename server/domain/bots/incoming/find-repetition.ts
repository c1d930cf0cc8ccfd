import type { Tx } from '../../../database/client.ts'
import { type BotEventState, Prisma } from '../../../generated/prisma/client.ts'
import { BOT_EVENT, LAST_REPEAT_GRACE_MS, REPEAT_GRACE_MS } from '../outgoing/bot-event.ts'

/** A reply that has just arrived, from its row. */
export interface IncomingReply {
  /** Of its row. */
  id: string
  /** Null for an event that is not a reply. */
  contentHash: Buffer<ArrayBuffer> | null
  replyId: string | null
  /** The event in whose answer's body it came; null for one that was posted. */
  answeredId: string | null
}

/** Why a reply is not shown, and the event that was repeated. */
export interface Repetition {
  copyOfId: string | null
  note: string
}

/** A CLIENT_MESSAGE that was sent recently. */
interface AskedQuestion {
  id: string
  startedAt: Date
  finishedAt: Date | null
  /** Attempts, including the one in progress. */
  attempts: number
  /** How many of them may have been processed although their answer never came. */
  lost: number
}

/** A reply with the same content. */
interface EarlierReply {
  createdAt: Date
  state: BotEventState
  replyId: string | null
  answeredId: string | null
  copyOfId: string | null
}

/**
 * Whether a reply is another copy of an earlier one (open points B); null for one to be shown. The
 * transaction holds the chat, so that of two concurrent ones the second sees the first.
 */
export async function findRepetition(
  tx: Tx,
  chatId: string,
  reply: IncomingReply,
): Promise<Repetition | null> {
  const asked = await readAsked(tx, chatId)
  const said = await readSaid(tx, chatId, reply, asked)
  if (isTwin(reply, asked[0], said)) {
    return { copyOfId: null, note: 'The same reply was sent both in a request and in the body of an answer.' }
  }
  const copyOf = findCopied(asked, said)
  return (
    copyOf && { copyOfId: copyOf.id, note: 'The same reply was sent before, because the event was retried.' }
  )
}

/** Newest first. */
function readAsked(tx: Tx, chatId: string): Promise<AskedQuestion[]> {
  return tx.$queryRaw`
    SELECT id, "startedAt", "finishedAt",
           attempts + CASE WHEN "claimedUntil" IS NULL THEN 0 ELSE 1 END AS attempts,
           (SELECT count(*) FROM "OutboxAttempt" WHERE "itemId" = item.id AND "answerLost")::int AS lost
    FROM "OutboxItem" item
    WHERE "chatId" = ${chatId}::uuid AND ${askedLately(before(LAST_REPEAT_GRACE_MS))}
    ORDER BY position DESC`
}

/** An event waits for its turn for less than this; older items are not considered. */
const LONGEST_WAIT_MS = 24 * 3_600_000

/** In SQL, whether the outbox's `item` is what the bot was asked, and was still waited for at that time. */
function askedLately(since: Date): Prisma.Sql {
  const oldest = new Date(since.getTime() - LONGEST_WAIT_MS)
  return Prisma.sql`(item."createdAt" > ${oldest} AND item.kind = ${BOT_EVENT} AND item.event = 'CLIENT_MESSAGE'
    AND item."startedAt" IS NOT NULL
    AND item.state <> 'SKIPPED' AND (item."finishedAt" IS NULL OR item."finishedAt" > ${since}))`
}

/**
 * In SQL, whether no reply in the chat `c` can be a copy because the bot was asked again: none of the answers to what it was
 * asked got lost.
 */
export function noAnswerLost(since: Date): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (
    SELECT FROM "OutboxItem" item JOIN "OutboxAttempt" attempt ON attempt."itemId" = item.id
    WHERE item."chatId" = c.id AND ${askedLately(since)} AND attempt."answerLost")`
}

/** Oldest first. */
function readSaid(
  tx: Tx,
  chatId: string,
  { id, contentHash }: IncomingReply,
  asked: AskedQuestion[],
): Promise<EarlierReply[]> {
  const since = asked.at(-1)?.startedAt ?? before(LAST_REPEAT_GRACE_MS)
  return tx.$queryRaw`
    SELECT "createdAt", state::text AS state, "replyId", "answeredId", "copyOfId"
    FROM "IncomingBotEvent"
    WHERE "chatId" = ${chatId}::uuid AND "createdAt" >= ${since} AND id <> ${id}::uuid
      AND "contentHash" = ${contentHash} AND state IN ('RECEIVED', 'LATE', 'REPEATED')
    ORDER BY position`
}

/** A reply that a bot both posts and returns in its answer counts as one: one of each kind cancel out. */
function isTwin(
  { replyId, answeredId }: IncomingReply,
  newest: AskedQuestion | undefined,
  said: EarlierReply[],
): boolean {
  if (replyId === null) return false
  const since = newest?.startedAt ?? before(LAST_REPEAT_GRACE_MS)
  const same = said.filter((other) => other.replyId === replyId && other.createdAt >= since)
  const inAnswers = same.filter((other) => other.answeredId !== null).length
  const posted = same.length - inAnswers
  return answeredId === null ? inAnswers > posted : posted > inAnswers
}

/**
 * The event that the reply answers again. It is first attributed to the newest event that it can belong to:
 * only when that has its reply, and as many copies of it as possible, is the previous one considered.
 */
function findCopied(asked: AskedQuestion[], said: EarlierReply[]): AskedQuestion | null {
  const answered = answeredBy(asked, said)
  for (const [index, event] of asked.entries()) {
    if (!answered.has(event.id)) return null
    const copies = said.filter(({ copyOfId }) => copyOfId === event.id).length
    if (isExpected(event, index === 0) && copies < copiesOf(event)) return event
  }
  return null
}

/**
 * Which of the events have their own reply, each attributed to the newest event that had none when it
 * arrived.
 */
function answeredBy(asked: AskedQuestion[], said: EarlierReply[]): Set<string> {
  const answered = new Set<string>()
  for (const { createdAt, state } of said) {
    if (state === 'REPEATED') continue
    const event = asked.find(({ id, startedAt }) => startedAt <= createdAt && !answered.has(id))
    if (event) answered.add(event.id)
  }
  return answered
}

/** One reply is the event's own, whatever the result of the attempts. */
function copiesOf({ attempts, lost }: AskedQuestion): number {
  return Math.min(lost, attempts - 1)
}

function isExpected({ finishedAt }: AskedQuestion, isNewest: boolean): boolean {
  return finishedAt === null || isNewest || finishedAt > before(REPEAT_GRACE_MS)
}

/** So long ago. */
export function before(ms: number): Date {
  return new Date(Date.now() - ms)
}
