import { type ChatPriority, Prisma } from '../../generated/prisma/client.ts'

/** How many ranks a priority is above the usual one. */
const ranks: Record<ChatPriority, number> = { LOW: -1, NORMAL: 0, HIGH: 1, URGENT: 2 }
/** A chat whose target is near stands above all that have time. */
const NEAR = 4

/**
 * The place of a chat among those that wait since the times in `since`, as a time: earlier is further ahead. It is ordered
 * by whether a target is near, by priority, and only then by waiting. Each rank counts for a century of it.
 */
export function queuePlace(chat: string, since: Prisma.Sql): Prisma.Sql {
  const byPriority = Object.entries(ranks)
    .map(([priority, rank]) => `WHEN '${priority}' THEN ${rank}`)
    .join(' ')
  return Prisma.sql`(${since} - ${Prisma.raw(`(CASE ${chat}.priority ${byPriority} END
    + CASE WHEN ${chat}."targetNearAt" IS NULL THEN 0 ELSE ${NEAR} END)`)} * interval '876600 hours')`
}
