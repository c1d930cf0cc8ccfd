import type { LoggedKind } from '../../../events/kinds.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { isFailedReply } from '../../deliveries/failed-reply.ts'
import { seesChannel } from '../../operators/reached-channels.ts'
import { isFull } from '../../routing/count-answered.ts'
import type { NotificationKind } from '../notification-kinds.ts'
import { choosesSql } from '../notification-settings.ts'

/** When a kind of notification is pushed or mailed, and to whom. */
interface PushKind {
  /** The events that can cause it. */
  events: readonly LoggedKind[]
  /** SELECTs `eventId` and `userId`, one row for each person, from the events that are new: `heard`. */
  people: Prisma.Sql
  /** Whether it still is news to the user `u`, as a condition on the `chatId` and `messageId` of an `item` about a chat. */
  isNews: Prisma.Sql
  /** For how long somebody who is using the app may see it there before it is pushed. */
  waitsSeconds: number
  /** After this time it is not worth telling any more. */
  lastsSeconds: number
}

const WAITS_SECONDS = 60
const LASTS_SECONDS = 10 * 60

const isMember = Prisma.sql`EXISTS (
  SELECT FROM "ChatMember" member
  WHERE member."chatId" = item."chatId" AND member."userId" = u.id AND member."leftAt" IS NULL)`

const isAssigned = Prisma.sql`EXISTS (
  SELECT FROM "Chat" chat JOIN "ChannelOperator" assigned ON assigned."channelId" = chat."channelId"
  WHERE chat.id = item."chatId" AND assigned."userId" = u.id)`

const isUnread = Prisma.sql`NOT EXISTS (
  SELECT FROM "Message" message JOIN "ChatRead" seen ON seen."chatId" = message."chatId"
  WHERE message.id = item."messageId" AND seen."userId" = u.id AND seen."lastSeq" >= message.seq)`

const isWaiting = Prisma.sql`EXISTS (
  SELECT FROM "Chat" waiting JOIN "Channel" channel ON channel.id = waiting."channelId"
  WHERE waiting.id = item."chatId" AND waiting.status = 'QUEUED' AND channel.routing = 'EVERYONE')`

/** Nobody has taken it for as long as the account allows, whatever the routing of its channel. */
const waitsTooLong = Prisma.sql`EXISTS (
  SELECT FROM "Chat" waiting
  WHERE waiting.id = item."chatId" AND waiting.status = 'QUEUED' AND waiting."notTakenAt" IS NOT NULL)`

/** Whoever is to know that the target of a chat is near or missed: those who are in it, and these besides. */
const targetPeople = (event: 'TARGET_NEARED' | 'TARGET_MISSED', besides: Prisma.Sql) => Prisma.sql`
  SELECT heard.id AS "eventId", person.id AS "userId"
  FROM heard JOIN "User" person ON person."accountId" = heard."accountId"
  WHERE heard.kind = ${event}
    AND (${besides} OR EXISTS (
      SELECT FROM "ChatMember" member
      WHERE member."chatId" = heard."chatId" AND member."userId" = person.id AND member."leftAt" IS NULL))`

/** Nobody is in a chat that waits: any operator of its channel can still be in time. */
const couldTake = Prisma.sql`EXISTS (
  SELECT FROM "Chat" chat JOIN "ChannelOperator" assigned ON assigned."channelId" = chat."channelId"
  WHERE chat.id = heard."chatId" AND chat.status = 'QUEUED' AND assigned."userId" = person.id)`

const isOpen = (condition: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM "Chat" open WHERE open.id = item."chatId" AND open.status <> 'CLOSED' AND ${condition})`

/** For each kind of notification, when it is pushed. */
export const pushKinds = {
  OFFER: {
    events: ['CHAT_INVITATION_CREATED', 'MESSAGE_CREATED', 'CALL_STARTED'],
    people: Prisma.sql`
      SELECT heard.id AS "eventId", invitation."toUserId" AS "userId"
      FROM heard JOIN "ChatInvitation" invitation ON invitation.id = heard."subjectId"
      WHERE heard.kind = 'CHAT_INVITATION_CREATED'
      UNION ALL
      SELECT heard.id, (message.notice->>'targetId')::uuid
      FROM heard JOIN "Message" message ON message.id = heard."messageId"
      WHERE heard.kind = 'MESSAGE_CREATED' AND message.notice->>'kind' = 'ASSIGNED'
      UNION ALL
      SELECT heard.id, assigned."userId"
      FROM heard,
        -- For each event on its own, however many the planner expects: it would read all calls and operators.
        LATERAL (SELECT "channelId", gateway FROM "Call" WHERE id = heard."callId" OFFSET 0) AS call,
        LATERAL (SELECT "userId" FROM "ChannelOperator" WHERE "channelId" = call."channelId" OFFSET 0) AS assigned
      WHERE heard.kind = 'CALL_STARTED' AND call.gateway = 'OPERATOR_DIALS'
        AND heard."actorId" IS DISTINCT FROM assigned."userId"`,
    isNews: Prisma.sql`(
      EXISTS (SELECT FROM "ChatInvitation" invitation
              WHERE invitation."chatId" = item."chatId" AND invitation."toUserId" = u.id
                AND invitation.state = 'PENDING' AND invitation."expiresAt" > now())
      OR item."messageId" IS NOT NULL AND ${isMember} AND ${isUnread})`,
    // An offer of the routing may end after thirty seconds.
    waitsSeconds: 10,
    lastsSeconds: 60,
  },
  MESSAGE: {
    events: ['MESSAGE_CREATED', 'CHAT_UNSNOOZED'],
    people: Prisma.sql`
      SELECT heard.id AS "eventId", member."userId"
      FROM heard JOIN "ChatMember" member ON member."chatId" = heard."chatId" AND member."leftAt" IS NULL
      WHERE heard.kind = 'MESSAGE_CREATED' AND heard."actorType" = 'VISITOR'
         OR heard.kind = 'CHAT_UNSNOOZED' AND heard."actorType" = 'SYSTEM'`,
    isNews: Prisma.sql`(${isMember} AND ${isUnread})`,
    waitsSeconds: WAITS_SECONDS,
    lastsSeconds: LASTS_SECONDS,
  },
  MENTION: {
    events: ['OPERATOR_MENTIONED'],
    people: Prisma.sql`
      SELECT heard.id AS "eventId", heard."userId" FROM heard WHERE heard.kind = 'OPERATOR_MENTIONED'`,
    isNews: Prisma.sql`EXISTS (
      SELECT FROM "Mention" mention
      WHERE mention."messageId" = item."messageId" AND mention."userId" = u.id AND mention."seenAt" IS NULL)`,
    waitsSeconds: WAITS_SECONDS,
    lastsSeconds: LASTS_SECONDS,
  },
  FAILED_DELIVERY: {
    events: ['DELIVERY_FAILED'],
    people: Prisma.sql`
      SELECT heard.id AS "eventId", message."userId"
      FROM heard JOIN "Message" message ON message.id = heard."messageId"
      WHERE heard.kind = 'DELIVERY_FAILED' AND message."userId" IS NOT NULL
      UNION
      SELECT heard.id, member."userId"
      FROM heard JOIN "Chat" chat ON chat.id = heard."chatId"
      JOIN "ChatMember" member ON member."chatId" = chat.id AND (member."leftAt" IS NULL OR chat.status = 'CLOSED')
      WHERE heard.kind = 'DELIVERY_FAILED'`,
    isNews: Prisma.sql`EXISTS (
      SELECT FROM "OutboxItem" failed
      WHERE failed."chatId" = item."chatId" AND failed."messageId" = item."messageId" AND ${isFailedReply})`,
    waitsSeconds: WAITS_SECONDS,
    lastsSeconds: LASTS_SECONDS,
  },
  TARGET_NEAR: {
    events: ['TARGET_NEARED'],
    people: targetPeople('TARGET_NEARED', couldTake),
    isNews: Prisma.sql`((${isMember} OR ${isAssigned} AND ${isOpen(Prisma.sql`open.status = 'QUEUED'`)})
      AND ${isOpen(Prisma.sql`open."targetNearAt" IS NOT NULL`)})`,
    waitsSeconds: 20,
    lastsSeconds: LASTS_SECONDS,
  },
  TARGET_MISSED: {
    events: ['TARGET_MISSED'],
    people: targetPeople('TARGET_MISSED', Prisma.sql`person.role = 'ADMIN'`),
    isNews: Prisma.sql`((u.role = 'ADMIN' OR ${isMember}) AND ${isOpen(Prisma.sql`true`)})`,
    waitsSeconds: WAITS_SECONDS,
    lastsSeconds: LASTS_SECONDS,
  },
  WAITING_CHAT: {
    events: ['CHAT_OPENED', 'CHAT_HANDED_OFF', 'CHAT_TRANSFERRED', 'OPERATOR_LEFT', 'CHAT_NOT_TAKEN'],
    people: Prisma.sql`
      SELECT heard.id AS "eventId", assigned."userId"
      FROM heard
      JOIN "Chat" chat ON chat.id = heard."chatId" AND chat.status = 'QUEUED'
      JOIN "Channel" channel ON channel.id = chat."channelId" AND channel.routing = 'EVERYONE'
      JOIN "ChannelOperator" assigned ON assigned."channelId" = channel.id
      JOIN "User" person ON person.id = assigned."userId"
      WHERE heard.kind IN ('CHAT_OPENED', 'CHAT_HANDED_OFF', 'CHAT_TRANSFERRED', 'OPERATOR_LEFT')
        AND heard."actorId" IS DISTINCT FROM person.id AND NOT ${isFull(Prisma.sql`person`)}
      UNION ALL
      SELECT heard.id, person.id
      FROM heard JOIN "User" person ON person."accountId" = heard."accountId" AND person.role = 'ADMIN'
      WHERE heard.kind = 'CHAT_NOT_TAKEN'`,
    isNews: Prisma.sql`(${isWaiting} AND ${isAssigned} AND NOT ${isFull(Prisma.sql`u`)} OR u.role = 'ADMIN' AND ${waitsTooLong})`,
    waitsSeconds: 20,
    lastsSeconds: LASTS_SECONDS,
  },
  CHANNEL_MESSAGE: {
    events: ['MESSAGE_CREATED'],
    // Those who want it are found once, not for each event: few do.
    people: Prisma.sql`
      WITH u AS MATERIALIZED (
        SELECT id, "accountId", role, supervises, notifications FROM "User"
        WHERE "accountId" IN (SELECT "accountId" FROM heard)
          AND (${choosesSql('"User"', 'CHANNEL_MESSAGE', 'PUSH')} OR ${choosesSql('"User"', 'CHANNEL_MESSAGE', 'MAIL')}))
      SELECT heard.id AS "eventId", u.id AS "userId"
      FROM heard
      JOIN "Chat" chat ON chat.id = heard."chatId"
      JOIN u ON u."accountId" = heard."accountId"
      WHERE heard.kind = 'MESSAGE_CREATED' AND heard."actorType" = 'VISITOR'
        AND coalesce(nullif(u.notifications->'channelIds', 'null') @> to_jsonb(chat."channelId"), true)
        AND ${seesChannel}
        AND NOT EXISTS (SELECT FROM "ChatMember" member
                        WHERE member."chatId" = chat.id AND member."userId" = u.id AND member."leftAt" IS NULL)`,
    isNews: Prisma.sql`(EXISTS (SELECT FROM "Chat" chat WHERE chat.id = item."chatId" AND ${seesChannel}) AND ${isUnread})`,
    waitsSeconds: WAITS_SECONDS,
    lastsSeconds: LASTS_SECONDS,
  },
} as const satisfies Record<NotificationKind, PushKind>

/** Whether the call of an `item` is still offered to the user `u`. */
export const isOfferedCall = Prisma.sql`EXISTS (
  SELECT FROM "Call" call JOIN "ChannelOperator" assigned ON assigned."channelId" = call."channelId"
  WHERE call.id = item."callId" AND call.state = 'START' AND call.gateway = 'OPERATOR_DIALS'
    AND assigned."userId" = u.id)`

/** Whether what an `item` with a `kind` tells still is news to the user `u`. */
export const isNewsSql = Prisma.sql`CASE item.kind ${Prisma.join(
  Object.entries(pushKinds).map(([kind, { isNews }]) => Prisma.sql`WHEN ${kind} THEN ${isNews}`),
  ' ',
)} ELSE false END`

/** Finds the entry of an item by its event; undefined for a test, and for what only a later version knows. */
export function pushKindOf(event: string | null): PushKind | undefined {
  return event !== null && Object.hasOwn(pushKinds, event) ? pushKinds[event as NotificationKind] : undefined
}
