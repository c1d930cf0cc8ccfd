import { Prisma } from '../../generated/prisma/client.ts'
import type { ReportScope } from './report-scope.ts'

/** The conditions of a report's filter for rated chats: rows `a` of `ArchivedChat` with their `Chat`, `c`. */
export function ratedBy({ channelIds, filter }: Pick<ReportScope, 'channelIds' | 'filter'>): Prisma.Sql[] {
  const { channelId, departmentId, operatorId, tagId, botId, country } = filter
  const conditions = [
    channelIds && Prisma.sql`a."channelId" = ANY(${[...channelIds]}::uuid[])`,
    channelId != null && Prisma.sql`a."channelId" = ${channelId}::uuid`,
    departmentId != null && Prisma.sql`a."departmentId" = ${departmentId}::uuid`,
    operatorId != null && Prisma.sql`a."operatorIds" && ARRAY[${operatorId}]::uuid[]`,
    tagId != null && Prisma.sql`a."tagIds" && ARRAY[${tagId}]::uuid[]`,
    botId != null && Prisma.sql`c."botId" = ${botId}::uuid`,
    country != null &&
      Prisma.sql`EXISTS (SELECT FROM "ChatFact" f WHERE f."chatId" = a."chatId" AND f.country = ${country})`,
  ]
  return conditions.filter((condition) => condition instanceof Prisma.Sql)
}
