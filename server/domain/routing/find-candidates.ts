import type { Db, Tx } from '../../database/client.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Candidate } from './choose-operators.ts'
import { countAnswered } from './count-answered.ts'
import type { WaitingChat } from './find-waiting-chats.ts'

/** The operators of the chat's channel who are available and connected. */
export async function findCandidates(
  db: Db | Tx,
  {
    id: chatId,
    channelId,
    departmentId,
    decision,
  }: Pick<WaitingChat, 'id' | 'channelId' | 'departmentId' | 'decision'>,
  connected: ReadonlySet<string>,
): Promise<Candidate[]> {
  if (connected.size === 0) return []
  const rows = await db.$queryRaw<Candidate[]>`
    SELECT person.id AS "userId", person."maxChats", assigned."offeredAt",
      (${chatsOf(Prisma.sql`person.id`)})::int AS chats,
      (SELECT count(*) FROM "ChatInvitation" earlier
        WHERE earlier."chatId" = ${chatId}::uuid AND earlier."toUserId" = person.id AND earlier."routedBy" IS NOT NULL
          AND earlier."createdAt" > coalesce(
            (SELECT max(member."leftAt") FROM "ChatMember" member WHERE member."chatId" = ${chatId}::uuid), '-infinity')
      )::int + (SELECT count(*) FROM "ChatMember" member
        WHERE member."chatId" = ${chatId}::uuid AND member."userId" = person.id)::int AS "timesOffered",
      EXISTS (SELECT FROM "DepartmentMember" member
        WHERE member."departmentId" = ${departmentId}::uuid AND member."userId" = person.id) AS "isInDepartment"
    FROM "ChannelOperator" assigned JOIN "User" person ON person.id = assigned."userId"
    WHERE assigned."channelId" = ${channelId}::uuid AND person.id = ANY(${[...connected]}::uuid[])
      AND person.available AND person."deactivatedAt" IS NULL
    ORDER BY person.id`
  return rows.map((row) => ({ ...row, isNamed: row.userId === decision.operatorId }))
}

/** How many chats count for the limit of a person: those that they answer, and those that they are offered. */
function chatsOf(userId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${countAnswered(userId)}
    + (SELECT count(*) FROM "ChatInvitation" offer
      WHERE offer."toUserId" = ${userId} AND offer.state = 'PENDING' AND offer."routedBy" IS NOT NULL))`
}
