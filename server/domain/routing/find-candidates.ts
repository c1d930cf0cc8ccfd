import type { Db, Tx } from '../../database/client.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Candidate } from './choose-operators.ts'
import { countTaken } from './count-answered.ts'
import type { WaitingChat } from './find-waiting-chats.ts'
import { timesOffered } from './times-offered.ts'

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
      ${countTaken(Prisma.sql`person.id`)}::int AS chats,
      ${timesOffered(Prisma.sql`${chatId}::uuid`, Prisma.sql`person.id`)}::int AS "timesOffered",
      EXISTS (SELECT FROM "DepartmentMember" member
        WHERE member."departmentId" = ${departmentId}::uuid AND member."userId" = person.id) AS "isInDepartment"
    FROM "ChannelOperator" assigned JOIN "User" person ON person.id = assigned."userId"
    WHERE assigned."channelId" = ${channelId}::uuid AND person.id = ANY(${[...connected]}::uuid[])
      AND person.available AND person."deactivatedAt" IS NULL
    ORDER BY person.id`
  return rows.map((row) => ({ ...row, isNamed: row.userId === decision.operatorId }))
}
