import { inBatches } from '../../database/in-batches.ts'
import { retryDeadlock } from '../../database/retry-conflict.ts'
import { DAY_MS } from '../../durations.ts'
import { eraseEvents } from '../../events/erase-events.ts'
import { kindsAbout } from '../../events/kinds/event-kinds.ts'
import { LOG_DAYS } from '../../events/position.ts'
import { type Account, Prisma } from '../../generated/prisma/client.ts'
import { describeError } from '../../process/describe-error.ts'
import type { Services } from '../../services.ts'
import { EVENT_OF_STATE } from '../calls/call-state.ts'
import type { PruneRun } from './prune-run.ts'

/** Rows per statement: each statement holds its locks for some ten milliseconds. */
const BATCH = 200
/** Messages per statement that deletes chats, except that a single chat may have more. */
const MESSAGES = 5_000

/**
 * Deletes what is older than the retention settings of the accounts, some rows at a time. Files are deleted later:
 * `pruneFiles`.
 */
export async function pruneRetained(services: Services, { now, timeIsUp }: PruneRun): Promise<void> {
  const accounts = await services.db.account.findMany({
    where: {
      OR: [
        { keepChatsDays: { not: null } },
        { keepFilesDays: { not: null } },
        { keepCallsDays: { not: null } },
        { keepLogsDays: { not: null } },
      ],
    },
  })
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const remove: Remove = (statement, size = BATCH) =>
    inBatches(size, () => retryDeadlock(() => services.db.$executeRaw(statement)), timeIsUp)
  const removeEvents: RemoveEvents = async (accountId, { kinds, about }) => {
    const [row] = await services.db.$queryRaw<{ any: boolean }[]>`SELECT EXISTS (${about}) AS any`
    const which = Prisma.sql`e.kind::text = ANY(${kinds}) AND e."subjectId" IN (${about})`
    if (row?.any) await eraseEvents(services.db, { accountId, which, timeIsUp })
    return !timeIsUp.aborted
  }
  const removeEventsOfNobody = (accountId: string) => {
    const which = Prisma.sql`e.kind::text = ANY(${kindsAbout('VISITOR')})
      AND NOT EXISTS (SELECT FROM "Visitor" v WHERE v.id = e."subjectId")`
    return eraseEvents(services.db, { accountId, which, timeIsUp })
  }
  const removers = { remove, removeEvents, removeEventsOfNobody }
  const pruneAccount = async ({ id, keepChatsDays, keepFilesDays, keepCallsDays, keepLogsDays }: Account) => {
    // Before the visitors who were only called.
    if (keepCallsDays !== null) await pruneCalls(removers, id, keepCallsDays, before(keepCallsDays))
    if (keepChatsDays !== null) await pruneChats(removers, id, keepChatsDays, before(keepChatsDays))
    if (keepFilesDays !== null) await releaseFiles(remove, id, before(keepFilesDays))
    if (keepLogsDays !== null) await pruneLogs(remove, id, before(keepLogsDays))
  }
  const failures: unknown[] = []
  for (const account of accounts) {
    // What goes wrong in one account must not keep what the others no longer want.
    await pruneAccount(account).catch((error) => {
      failures.push(error)
      services.log.warn({ accountId: account.id, ...describeError(error) }, 'an account cannot be pruned')
    })
  }
  if (failures.length > 0) throw failures[0]
}

/** Runs a statement that deletes some rows, until it deletes fewer than `size`. */
type Remove = (statement: Prisma.Sql, size?: number) => Promise<void>

/**
 * Deletes the events of an account that are of these kinds and about rows that will be deleted; resolves with whether
 * there was time for all of them.
 */
type RemoveEvents = (
  accountId: string,
  events: { kinds: readonly string[]; about: Prisma.Sql },
) => Promise<boolean>

interface Removers {
  remove: Remove
  removeEvents: RemoveEvents
  /** Deletes the events of an account about visitors who are gone. */
  removeEventsOfNobody: (accountId: string) => Promise<void>
}

/**
 * Closed chats with all their data, offline messages, and visitors without any other data, whose events are deleted with
 * them if they may still be in the event log.
 */
async function pruneChats(
  { remove, removeEvents, removeEventsOfNobody }: Removers,
  accountId: string,
  days: number,
  before: Date,
): Promise<void> {
  const account = Prisma.sql`"accountId" = ${accountId}::uuid`
  // Until none is left, because few chats can have as many messages as a statement may delete.
  const removeSome = Prisma.sql`
    WITH old AS (
      SELECT "chatId" AS id FROM "ArchivedChat" WHERE ${account} AND "closedAt" < ${before}
      ORDER BY "closedAt" LIMIT ${BATCH}
    ), counted AS (
      SELECT id, sum("lastSeq") OVER (ORDER BY id) - "lastSeq" AS before FROM "Chat" JOIN old USING (id)
    )
    DELETE FROM "Chat" WHERE id IN (SELECT id FROM counted WHERE before < ${MESSAGES})`
  await remove(removeSome, 1)
  const left = Prisma.sql`SELECT id FROM "OfflineMessage" WHERE ${account} AND "createdAt" < ${before}`
  if (await removeEvents(accountId, { kinds: kindsAbout('OFFLINE_MESSAGE'), about: left }))
    await remove(Prisma.sql`DELETE FROM "OfflineMessage" WHERE id IN (${left} LIMIT ${BATCH})`)
  // Blacklisted visitors are kept; a visitor who writes at this moment has a chat by the time that the row is locked.
  await remove(
    Prisma.sql`
    WITH gone AS (
      SELECT v.id FROM "Visitor" v
      WHERE v."accountId" = ${accountId}::uuid AND v."updatedAt" < ${before} AND v."blacklistedAt" IS NULL
        AND v."mergedIntoId" IS NULL
        AND NOT EXISTS (SELECT FROM "Chat" c WHERE c."visitorId" = v.id)
        AND NOT EXISTS (SELECT FROM "OfflineMessage" o WHERE o."visitorId" = v.id)
        AND NOT EXISTS (SELECT FROM "Call" k WHERE k."visitorId" = v.id)
        AND NOT EXISTS (SELECT FROM "Visit" s WHERE s."visitorId" = v.id AND s."lastSeenAt" >= ${before})
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ), history AS (
      DELETE FROM "AuditEntry" a USING gone
      WHERE a."accountId" = ${accountId}::uuid AND a."subjectType" = 'Visitor' AND a."subjectId" = gone.id
    )
    DELETE FROM "Visitor" USING gone WHERE "Visitor".id = gone.id`,
  )
  // With those of the visitors who were merged into them.
  if (days < LOG_DAYS) await removeEventsOfNobody(accountId)
}

/**
 * Calls that are over, with their log and their deliveries. The events of those that are still in the event log are
 * deleted first: screens that reconnect would ask for the calls.
 */
async function pruneCalls(
  { remove, removeEvents }: Removers,
  accountId: string,
  days: number,
  before: Date,
): Promise<void> {
  const over = Prisma.sql`
    SELECT id FROM "Call" WHERE "accountId" = ${accountId}::uuid AND "createdAt" < ${before} AND "endedAt" < ${before}`
  if (days < LOG_DAYS) {
    const areGone = await removeEvents(accountId, { kinds: Object.values(EVENT_OF_STATE), about: over })
    if (!areGone) return
  }
  await remove(Prisma.sql`DELETE FROM "Call" WHERE id IN (${over} LIMIT ${BATCH})`)
}

/** Messages are kept without their files. */
async function releaseFiles(remove: Remove, accountId: string, before: Date): Promise<void> {
  await remove(
    Prisma.sql`UPDATE "Message" SET "fileId" = NULL WHERE id IN (
      SELECT m.id FROM "File" f JOIN "Message" m ON m."fileId" = f.id
      WHERE f."accountId" = ${accountId}::uuid AND f."createdAt" < ${before} LIMIT ${BATCH})`,
  )
}

/** The audit log, including visitors' histories. */
async function pruneLogs(remove: Remove, accountId: string, before: Date): Promise<void> {
  await remove(
    Prisma.sql`DELETE FROM "AuditEntry" WHERE id IN (
      SELECT id FROM "AuditEntry" WHERE "accountId" = ${accountId}::uuid AND "createdAt" < ${before} LIMIT ${BATCH})`,
  )
}
