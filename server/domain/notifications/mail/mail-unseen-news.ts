import type { Tx } from '../../../database/client.ts'
import { columnsOf } from '../../../database/select-all.ts'
import { DAY_MS, MINUTE_MS } from '../../../durations.ts'
import { transact } from '../../../events/transact.ts'
import type { UnseenNews, User } from '../../../generated/prisma/client.ts'
import { describeError } from '../../../process/describe-error.ts'
import type { Services } from '../../../services.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { lockOperator } from '../../operators/lock-operator.ts'
import { seesChannel } from '../../operators/reached-channels.ts'
import { isQuiet } from '../is-quiet.ts'
import { NOTIFICATION_KINDS } from '../notification-kinds.ts'
import { readNotificationSettings, WANTS_MAIL } from '../notification-settings.ts'
import { isNewsSql } from '../push/push-kinds.ts'
import { composeNewsMail } from './compose-news-mail.ts'

/** The next run mails the rest. */
const BATCH = 100
/** Longer than quiet hours; what is older is no news to anybody. */
const OLDEST_MS = DAY_MS

/**
 * Mails people what they have not seen for as long as they have chosen, and with it everything else that they have not seen
 * by then. Each thing is in one mail at most: it is forgotten in the transaction that stores the mail. In quiet hours it
 * waits for their end.
 */
export async function mailUnseenNews(services: Services, now = new Date()): Promise<void> {
  if (!services.mailer) return
  let tried = 0
  for (const person of await findDue(services, now)) {
    // What goes wrong with the mail of one person holds up nobody else's.
    try {
      if (isQuiet(readNotificationSettings(person).quietHours, now)) continue
      if (++tried > BATCH) return
      await mailPerson(services, { id: person.id, accountId: person.accountId, now })
    } catch (error) {
      services.log.warn(describeError(error), 'somebody cannot be mailed what they have not seen')
    }
  }
}

function findDue({ db }: Services, now: Date): Promise<Pick<User, 'id' | 'accountId' | 'notifications'>[]> {
  return db.$queryRaw`
    SELECT u.id, u."accountId", u.notifications FROM "User" u
    WHERE ${WANTS_MAIL} AND u."deactivatedAt" IS NULL AND EXISTS (
      SELECT FROM "UnseenNews" item
      WHERE item."userId" = u.id
        AND item.since <= ${now}::timestamptz - (u.notifications->>'mailMinutes')::int * interval '1 minute')`
}

interface Person {
  id: string
  accountId: string
  now: Date
}

function mailPerson(services: Services, { id, accountId, now }: Person): Promise<void> {
  return transact(services, async (work) => {
    const { tx } = work
    const user = await lockOperator(tx, { accountId, id })
    const settings = readNotificationSettings(user)
    const isWanted = (kind: string) =>
      settings.choices.some((choice) => choice.kind === kind && choice.ways.includes('MAIL'))
    await forgetSeen(tx, id, new Date(now.getTime() - OLDEST_MS))
    const unwanted = NOTIFICATION_KINDS.filter((kind) => !isWanted(kind))
    await tx.unseenNews.deleteMany({ where: { userId: id, kind: { in: unwanted } } })
    const known = await tx.unseenNews.findMany({ where: { userId: id } })
    const since = now.getTime() - (settings.mailMinutes ?? Number.POSITIVE_INFINITY) * MINUTE_MS
    // They have seen what was due, another worker has mailed it, or they do not want it any more.
    if (user.deactivatedAt || !known.some((item) => item.since.getTime() <= since)) return
    const unseen = (await takeUnseen(tx, id)).filter(({ kind }) => isWanted(kind))
    const mail = await composeNewsMail(services, tx, {
      accountId,
      unseen,
      timeZone: settings.quietHours?.timeZone ?? 'UTC',
      showsText: settings.mailShowsText,
    })
    const expiresAt = new Date(now.getTime() + OLDEST_MS)
    await queueMail(services, work, { accountId, kind: 'UNSEEN_NEWS', to: user.email, expiresAt, ...mail })
  })
}

/** Also what they may no longer see. */
async function forgetSeen(tx: Tx, userId: string, oldest: Date): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM "UnseenNews" item USING "User" u, "Chat" chat
    WHERE item."userId" = ${userId}::uuid AND u.id = item."userId" AND chat.id = item."chatId"
      AND (item.since < ${oldest} OR NOT coalesce(${isNewsSql}, false)
        OR NOT ${seesChannel})`
}

/** In one statement, so that what is noted meanwhile is in this mail or stays for the next. */
function takeUnseen(tx: Tx, userId: string): Promise<UnseenNews[]> {
  return tx.$queryRaw`
    WITH taken AS (DELETE FROM "UnseenNews" WHERE "userId" = ${userId}::uuid RETURNING *)
    SELECT ${columnsOf('UnseenNews', 'taken')} FROM taken ORDER BY since, "chatId"`
}
