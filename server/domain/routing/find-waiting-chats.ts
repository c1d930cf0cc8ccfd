import type { Db, Tx } from '../../database/client.ts'
import { type ChatRouting, Prisma } from '../../generated/prisma/client.ts'
import { queuePlace } from '../chats/queue-place.ts'
import { countTaken } from './count-answered.ts'
import type { Round } from './round.ts'
import { type RoutingDecision, readDecision } from './rules/routing-decision.ts'
import { timesOffered } from './times-offered.ts'
import { whileOffered } from './while-offered.ts'

/** A waiting chat that nobody is offered at the moment. */
export interface WaitingChat {
  id: string
  accountId: string
  channelId: string
  departmentId: string | null
  routing: ChatRouting
  offerSeconds: number
  decision: RoutingDecision
  /** The admins were told that nobody has taken it. */
  isNotTaken: boolean
}

/** Of each queue, the rest follows in the next round. */
const MOST_OF_QUEUE = 20

/**
 * The first chats of every queue (of a channel and department) of the account that somebody who is there would be
 * offered, in the order of the queue. Others would be tried in vain every second, and those behind them, and the routing
 * of other accounts, would wait for them. Outside its hours a chat is offered to nobody, unless its widget keeps the
 * chat open then.
 */
export async function findWaitingChats(
  db: Db | Tx,
  accountId: string,
  { connected, closedHours }: Round,
): Promise<WaitingChat[]> {
  const there = await findThere(db, connected)
  if (!there.some(({ hasRoom }) => hasRoom)) return []
  return readWaiting(
    db,
    Prisma.sql`chat."accountId" = ${accountId}::uuid AND ${wouldBeOffered(there)}`,
    closedHours,
  )
}

interface Present {
  id: string
  hasRoom: boolean
}

/** Those of these people who are available. */
async function findThere(db: Db | Tx, connected: ReadonlySet<string>): Promise<Present[]> {
  if (connected.size === 0) return []
  return db.$queryRaw`
    SELECT person.id, person."maxChats" IS NULL OR ${countTaken(Prisma.sql`person.id`)} < person."maxChats" AS "hasRoom"
    FROM "User" person
    WHERE person.id = ANY(${[...connected]}::uuid[]) AND person.available AND person."deactivatedAt" IS NULL`
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

async function readWaiting(
  db: Db | Tx,
  which: Prisma.Sql,
  closedHours: readonly string[],
): Promise<WaitingChat[]> {
  const place = queuePlace('chat', Prisma.sql`chat."queuedAt"`)
  const rows = await db.$queryRaw<(WaitingChat & { decision: Prisma.JsonValue })[]>`
    SELECT id, "accountId", "channelId", "departmentId", routing::text AS routing, "offerSeconds", decision,
      "notTakenAt" IS NOT NULL AS "isNotTaken" FROM (
      SELECT chat.id, chat."accountId", chat."channelId", chat."departmentId", chat.decision, chat."notTakenAt",
        ${place} AS place,
        channel.routing, channel."offerSeconds",
        row_number() OVER (PARTITION BY chat."channelId", chat."departmentId" ORDER BY ${place}, chat.id) AS number
      FROM "Chat" chat JOIN "Channel" channel ON channel.id = chat."channelId"
      LEFT JOIN "WidgetSettings" widget ON widget."channelId" = chat."channelId"
      WHERE ${which} AND chat.status = 'QUEUED' AND channel."deletedAt" IS NULL
        AND (channel.routing <> 'EVERYONE' OR ${isForOne})
        AND ${whileOffered(closedHours)}
        AND NOT EXISTS (
          SELECT FROM "ChatInvitation" invitation
          WHERE invitation."chatId" = chat.id AND invitation.state = 'PENDING')
    ) waiting
    WHERE number <= ${MOST_OF_QUEUE}
    ORDER BY place, id`
  return rows.map((row) => ({ ...row, decision: readDecision(row.decision) }))
}

/** Whether `chooseOperators` would choose any of these people for the chat `chat`. */
function wouldBeOffered(there: readonly Present[]): Prisma.Sql {
  const ids = there.map(({ id }) => id)
  const free = there.filter(({ hasRoom }) => hasRoom).map(({ id }) => id)
  const asked = (userId: Prisma.Sql) => Prisma.sql`${timesOffered(Prisma.sql`chat.id`, userId)} > 0`
  const isAsked = asked(Prisma.sql`assigned."userId"`)
  return Prisma.sql`EXISTS (
    SELECT FROM "ChannelOperator" assigned
    WHERE assigned."channelId" = chat."channelId" AND assigned."userId" = ANY(${free}::uuid[]) AND (
      (assigned."userId"::text = chat.decision->>'operatorId' AND NOT ${isAsked})
      OR (channel.routing <> 'EVERYONE' AND (channel.routing <> 'ASSIGN' OR NOT ${isAsked})
        AND (chat."notTakenAt" IS NOT NULL OR (
          SELECT coalesce(bool_or(member."userId" = ANY(${free}::uuid[]) OR ${asked(Prisma.sql`member."userId"`)}), true)
          FROM "DepartmentMember" member
          JOIN "ChannelOperator" colleague ON colleague."userId" = member."userId"
          WHERE member."departmentId" = chat."departmentId" AND colleague."channelId" = chat."channelId"
            AND member."userId" = ANY(${ids}::uuid[]))))))`
}

/** Where everyone is told, a chat is offered only to the operator whom a rule names, and once. */
const isForOne = Prisma.sql`(chat.decision->>'operatorId' IS NOT NULL AND NOT EXISTS (
  SELECT FROM "ChatInvitation" earlier WHERE earlier."chatId" = chat.id AND earlier."routedBy" IS NOT NULL))`
