import { Prisma } from '../../generated/prisma/client.ts'

/** How often somebody was offered, or had, a chat since it began to wait. */
export function timesOffered(chatId: Prisma.Sql, userId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    (SELECT count(*) FROM "ChatInvitation" earlier
      WHERE earlier."chatId" = ${chatId} AND earlier."toUserId" = ${userId} AND earlier."routedBy" IS NOT NULL
        AND earlier."createdAt" > coalesce(
          (SELECT max(past."leftAt") FROM "ChatMember" past WHERE past."chatId" = ${chatId}), '-infinity'))
    + (SELECT count(*) FROM "ChatMember" past WHERE past."chatId" = ${chatId} AND past."userId" = ${userId}))`
}
