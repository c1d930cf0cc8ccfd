import type { Db, Tx } from '../../database/client.ts'
import { type ChatRouting, Prisma } from '../../generated/prisma/client.ts'
import { queuePlace } from '../chats/queue-place.ts'
import { isFull } from './count-answered.ts'
import type { Round } from './round.ts'
import { type RoutingDecision, readDecision } from './rules/routing-decision.ts'
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
 * The first chats of every queue (of a channel and department) of the account that are to be offered to somebody, in
 * the order of the queue. Where nobody who is there has room, there are none: a hundred waiting chats would be tried in
 * vain every second, and the routing of other accounts would wait for them. Outside its hours a chat is offered to
 * nobody, unless its widget keeps the chat open then.
 */
export async function findWaitingChats(
  db: Db | Tx,
  accountId: string,
  { connected, closedHours }: Round,
): Promise<WaitingChat[]> {
  const free = await findFree(db, connected)
  if (free.length === 0) return []
  const which = Prisma.sql`chat."accountId" = ${accountId}::uuid AND ${canBeAssigned(free)} AND ${isNamedFree(free)}
    AND chat."channelId" IN (
      SELECT assigned."channelId" FROM "ChannelOperator" assigned WHERE assigned."userId" = ANY(${free}::uuid[]))`
  return readWaiting(db, which, closedHours)
}

/** The ids of those of these people who are available and have room for another chat. */
async function findFree(db: Db | Tx, connected: ReadonlySet<string>): Promise<string[]> {
  if (connected.size === 0) return []
  const people = await db.$queryRaw<{ id: string }[]>`
    SELECT person.id FROM "User" person
    WHERE person.id = ANY(${[...connected]}::uuid[]) AND person.available AND NOT ${isFull(Prisma.sql`person`)}`
  return people.map(({ id }) => id)
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

/**
 * Without asking, nobody gets a chat back that they have left: one that all who have room have left must not keep those
 * behind it waiting.
 */
const canBeAssigned = (free: string[]) => Prisma.sql`(
  channel.routing <> 'ASSIGN' OR chat."acceptedAt" IS NULL OR EXISTS (
    SELECT FROM "ChannelOperator" assigned
    WHERE assigned."channelId" = chat."channelId" AND assigned."userId" = ANY(${free}::uuid[])
      AND NOT EXISTS (
        SELECT FROM "ChatMember" member WHERE member."chatId" = chat.id AND member."userId" = assigned."userId")))`

/** Nor must one that only somebody who has no room, or is not there, would be offered. */
const isNamedFree = (free: string[]) => Prisma.sql`(
  channel.routing <> 'EVERYONE' OR chat.decision->>'operatorId' IN (
    SELECT assigned."userId"::text FROM "ChannelOperator" assigned
    WHERE assigned."channelId" = chat."channelId" AND assigned."userId" = ANY(${free}::uuid[])))`

/** Where everyone is told, a chat is offered only to the operator whom a rule names, and once. */
const isForOne = Prisma.sql`(chat.decision->>'operatorId' IS NOT NULL AND NOT EXISTS (
  SELECT FROM "ChatInvitation" earlier WHERE earlier."chatId" = chat.id AND earlier."routedBy" IS NOT NULL))`
