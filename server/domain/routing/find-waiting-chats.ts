import type { Db, Tx } from '../../database/client.ts'
import { type ChatRouting, Prisma } from '../../generated/prisma/client.ts'
import { hoursIdSql } from '../hours/opening-hours-sql.ts'
import type { Round } from './round.ts'

/** A waiting chat that nobody is offered at the moment. */
export interface WaitingChat {
  id: string
  accountId: string
  channelId: string
  departmentId: string | null
  routing: Exclude<ChatRouting, 'EVERYONE'>
  offerSeconds: number
}

/** Of each queue, the rest follows in the next round. */
const MOST_OF_QUEUE = 20

/**
 * The first chats of every queue (of a channel and department) of the account whose channel routes them, those that have
 * waited longest first. Outside its hours a chat is offered to nobody, unless its widget keeps the chat open then.
 */
export function findWaitingChats(
  db: Db | Tx,
  accountId: string,
  { closedHours }: Pick<Round, 'closedHours'>,
): Promise<WaitingChat[]> {
  return readWaiting(db, Prisma.sql`chat."accountId" = ${accountId}::uuid`, closedHours)
}

/** The same for one chat. Null when it is not to be routed, or somebody is offered it. */
export async function findWaitingChat(
  db: Db | Tx,
  chatId: string,
  { closedHours }: Pick<Round, 'closedHours'>,
): Promise<WaitingChat | null> {
  const [chat] = await readWaiting(db, Prisma.sql`chat.id = ${chatId}::uuid`, closedHours)
  return chat ?? null
}

const hours = hoursIdSql({
  accountId: Prisma.sql`chat."accountId"`,
  channelId: Prisma.sql`chat."channelId"`,
  departmentId: Prisma.sql`chat."departmentId"`,
})

function readWaiting(db: Db | Tx, which: Prisma.Sql, closedHours: readonly string[]): Promise<WaitingChat[]> {
  return db.$queryRaw`
    SELECT id, "accountId", "channelId", "departmentId", routing::text AS routing, "offerSeconds" FROM (
      SELECT chat.id, chat."accountId", chat."channelId", chat."departmentId", chat."queuedAt",
        channel.routing, channel."offerSeconds",
        row_number() OVER (PARTITION BY chat."channelId", chat."departmentId" ORDER BY chat."queuedAt", chat.id) AS place
      FROM "Chat" chat JOIN "Channel" channel ON channel.id = chat."channelId"
      LEFT JOIN "WidgetSettings" widget ON widget."channelId" = chat."channelId"
      WHERE ${which} AND chat.status = 'QUEUED' AND channel.routing <> 'EVERYONE' AND channel."deletedAt" IS NULL
        AND (coalesce(NOT (widget."offlineForm" OR widget."hiddenOffline"), false)
          OR ${hours} = ANY(${[...closedHours]}::uuid[]) IS NOT TRUE)
        AND NOT EXISTS (
          SELECT FROM "ChatInvitation" invitation
          WHERE invitation."chatId" = chat.id AND invitation.state = 'PENDING')
    ) waiting
    WHERE place <= ${MOST_OF_QUEUE}
    ORDER BY "queuedAt", id`
}
