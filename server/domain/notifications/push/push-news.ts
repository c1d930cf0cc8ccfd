import type { Tx } from '../../../database/client.ts'
import { laneOf } from '../../../outbox/lane.ts'
import type { Services } from '../../../services.ts'
import { uuidv7 } from '../../../text/uuid.ts'
import { noteUnseen } from '../mail/note-unseen.ts'
import { WANTS_MAIL } from '../notification-settings.ts'
import { type ChatNews, type News, type NewsRow, newsSql } from './find-news.ts'
import { PUSH, TAKEN } from './push.ts'
import { pushKinds } from './push-kinds.ts'

/** Whoever has made a request in this time is using the app: `Session.lastSeenAt` is true to the minute. */
const IN_USE_MS = 2 * 60_000
/** Before all transactions. */
const BEGINNING = '1:1:'
/** How far the position may lie behind while nothing is pushed, so that it is not written every second. */
const BEHIND_MS = 30_000

/** What a browser is told. */
type PushedNews = News & { subscriptionId: string }

/** A push notification that waits in the outbox. */
interface Queued {
  lane: string
  at: Date
}

/**
 * Reads on in the event log, puts what somebody wants to be told of on their devices into the outbox, and notes what they
 * may have to be mailed about. The position in the log moves in the same transaction, so that nothing is told twice or
 * never, wherever a worker dies. Nothing is read where nobody has push notifications or wants mails.
 */
export async function pushNews(services: Services): Promise<void> {
  const accountIds = await findAccounts(services)
  if (accountIds.length === 0) return
  const queued = await services.db.$transaction((tx) => readOn(services, tx, accountIds))
  const now = new Date()
  await services.waker.wake(queued.filter(({ at }) => at <= now).map(({ lane }) => lane))
  for (const { lane, at } of queued) if (at > now) await services.waker.wakeAt(lane, at)
}

async function findAccounts({ db, mailer }: Services): Promise<string[]> {
  const rows = await db.$queryRaw<{ accountId: string }[]>`
    SELECT DISTINCT u."accountId"
    FROM "PushSubscription" s JOIN "Session" session ON session.id = s."sessionId" JOIN "User" u ON u.id = session."userId"
    UNION
    SELECT u."accountId" FROM "User" u WHERE ${mailer !== null} AND ${WANTS_MAIL} AND u."deactivatedAt" IS NULL`
  return rows.map(({ accountId }) => accountId)
}

async function readOn(services: Services, tx: Tx, accountIds: string[]): Promise<Queued[]> {
  const [position] = await tx.$queryRaw<{ snapshot: string; movedAt: Date }[]>`
    SELECT snapshot, "movedAt" FROM "NotificationPosition" FOR UPDATE SKIP LOCKED`
  if (!position) {
    // Another worker is reading, or nobody has begun: the next round reads, from a time when somebody wanted to be
    // told.
    await tx.notificationPosition.createMany({ data: { snapshot: BEGINNING }, skipDuplicates: true })
    return []
  }
  const rows = await tx.$queryRaw<NewsRow[]>(newsSql(accountIds, position.snapshot))
  const news = rows.filter((row) => row.kind !== null)
  if (news.length === 0 && Date.now() - position.movedAt.getTime() < BEHIND_MS) return []
  const snapshot = rows[0]?.snapshot ?? position.snapshot
  await tx.notificationPosition.updateMany({ data: { snapshot, movedAt: new Date() } })
  await noteUnseen(tx, news.filter(isMailed))
  return queue(services, tx, news.filter(isPushed))
}

async function queue({ presence }: Services, tx: Tx, news: readonly PushedNews[]): Promise<Queued[]> {
  const connected = new Map<string, Set<string>>()
  for (const accountId of new Set(news.map((each) => each.accountId)))
    connected.set(accountId, await presence.connectedUsers(accountId))
  const items = news.map((each) => {
    const { kind, replaces, accountId, userId, subscriptionId, chatId, callId, messageId, lastSeenAt } = each
    const id = uuidv7()
    const isInUse = connected.get(accountId)?.has(userId) === true && isRecent(lastSeenAt)
    const nextAttemptAt = new Date(
      Date.now() + (isInUse && kind !== TAKEN ? pushKinds[kind].waitsSeconds * 1000 : 0),
    )
    const lane = laneOf(PUSH, id)
    return {
      id,
      accountId,
      kind: PUSH,
      lane,
      receiverId: subscriptionId,
      chatId,
      callId,
      messageId,
      event: kind,
      ...(replaces && { data: { replaces } }),
      nextAttemptAt,
    }
  })
  if (items.length > 0) await tx.outboxItem.createMany({ data: items })
  return items.map(({ lane, nextAttemptAt: at }) => ({ lane, at }))
}

function isMailed<Read extends News>(news: Read): news is Read & ChatNews {
  return news.subscriptionId === null && news.chatId !== null
}

function isPushed<Read extends News>(news: Read): news is Read & PushedNews {
  return news.subscriptionId !== null
}

function isRecent(lastSeenAt: Date | null): boolean {
  return lastSeenAt !== null && Date.now() - lastSeenAt.getTime() < IN_USE_MS
}
