import { type ChatPriority, Prisma } from '../../generated/prisma/client.ts'

/** How many ranks a priority is above the usual one. */
const ranks: Record<ChatPriority, number> = { LOW: -1, NORMAL: 0, HIGH: 1, URGENT: 2 }
/** A chat whose target is near stands above all that have time. */
const NEAR = 4

/**
 * The place of a chat among those that wait since the times in `since`, as a time: earlier is further ahead. Chats whose
 * target is near come first, by what is due first; then it is ordered by priority, and only then by waiting. Each rank
 * counts for a century.
 */
export function queuePlace(chat: string, since: Prisma.Sql): Prisma.Sql {
  const row = Prisma.raw(chat)
  const byPriority = Object.entries(ranks)
    .map(([priority, rank]) => `WHEN '${priority}' THEN ${rank}`)
    .join(' ')
  return Prisma.sql`(CASE
    WHEN ${since} IS NOT NULL AND ${row}."targetNearAt" IS NOT NULL
    THEN coalesce(${dueAt(row)}, ${since}) - ${Prisma.raw(`${NEAR}`)} * interval '876600 hours'
    ELSE ${since} - (CASE ${row}.priority ${Prisma.raw(byPriority)} END) * interval '876600 hours' END)`
}

/** When the first of its targets is due that has not been met. */
function dueAt(chat: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`LEAST(
    CASE WHEN ${chat}."firstReplyMet" IS NOT TRUE THEN ${chat}."firstReplyDueAt" END,
    CASE WHEN ${chat}."closingMet" IS NOT TRUE THEN ${chat}."closingDueAt" END)`
}
