import type { Tx } from '../../../database/client.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { zoneSql } from '../report-zone.ts'
import { chatFact } from './chat-fact.ts'
import { findClosedChats, findTimedEntries } from './find-closed-chats.ts'

/**
 * Writes the facts of closed chats anew. Those of chats that are gone stay as they are. The rollups of their days are
 * stale then.
 */
export async function writeChatFacts(tx: Tx, chatIds: readonly string[]): Promise<void> {
  const chats = await findClosedChats(tx, chatIds)
  const ids = chats.map(({ chatId }) => chatId)
  const entries = await findTimedEntries(tx, ids)
  const facts = chats.map((chat) => chatFact(chat, entries.get(chat.chatId) ?? []))
  await tx.chatFact.deleteMany({ where: { chatId: { in: ids } } })
  await tx.chatFact.createMany({ data: facts })
  await tx.$executeRaw`
    INSERT INTO "ReportZone" ("accountId", "timeZone")
    SELECT "accountId", ${zoneSql(Prisma.sql`facts."accountId"`)}
    FROM (SELECT DISTINCT "accountId" FROM "ChatFact" WHERE "chatId" = ANY(${ids}::uuid[])) facts
    ON CONFLICT DO NOTHING`
  await markStale(tx, ids)
}

/** Deletes the facts of chats that were erased. */
export async function eraseChatFacts(tx: Tx, chatIds: readonly string[]): Promise<void> {
  await markStale(tx, chatIds)
  await tx.chatFact.deleteMany({ where: { chatId: { in: [...chatIds] } } })
}

/** The days on which these chats were closed are to be summed up again. */
async function markStale(tx: Tx, chatIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "StaleReportSpan" ("accountId", span, start)
    SELECT DISTINCT fact."accountId", 'DAY'::"ReportSpan", (fact."closedAt" AT TIME ZONE zone."timeZone")::date
    FROM "ChatFact" fact JOIN "ReportZone" zone ON zone."accountId" = fact."accountId"
    WHERE fact."chatId" = ANY(${[...chatIds]}::uuid[])
    ON CONFLICT DO NOTHING`
}
