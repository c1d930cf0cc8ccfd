import { Prisma } from '../../generated/prisma/client.ts'

/** How many chats a person answers. */
function countAnswered(userId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT count(*) FROM "ChatMember" member JOIN "Chat" chat ON chat.id = member."chatId"
    WHERE member."userId" = ${userId} AND member."leftAt" IS NULL AND chat.status = 'ACTIVE' AND chat."snoozedAt" IS NULL)`
}

/** Whether a person, the name of a row of `User`, answers as many chats as they may. */
export function isFull(person: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    ${person}."maxChats" IS NOT NULL AND ${countAnswered(Prisma.sql`${person}.id`)} >= ${person}."maxChats")`
}

/** How many chats count for the limit of a person: those that they answer, and those that they are offered. */
export function countTaken(userId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${countAnswered(userId)}
    + (SELECT count(*) FROM "ChatInvitation" offer
      WHERE offer."toUserId" = ${userId} AND offer.state = 'PENDING' AND offer."routedBy" IS NOT NULL))`
}
