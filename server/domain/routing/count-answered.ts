import { Prisma } from '../../generated/prisma/client.ts'

/** How many chats a person answers. */
export function countAnswered(userId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT count(*) FROM "ChatMember" member JOIN "Chat" chat ON chat.id = member."chatId"
    WHERE member."userId" = ${userId} AND member."leftAt" IS NULL AND chat.status = 'ACTIVE' AND chat."snoozedAt" IS NULL)`
}
