import { Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { isOpen } from '../../hours/is-open.ts'
import { openingHoursSql } from '../../hours/opening-hours-sql.ts'
import { readOpeningHours } from '../../hours/read-opening-hours.ts'

interface Place {
  accountId: string
  channelId: string
  departmentId: string | null
}

interface Found {
  isThere: boolean
  hours: Parameters<typeof readOpeningHours>[0] | null
}

/** Whether an operator of the channel is connected and available, within the hours of the chat. */
export async function hasOnlineOperator(
  { db, presence }: Services,
  { accountId, channelId, departmentId }: Place,
  now = new Date(),
): Promise<boolean> {
  const connected = await presence.connectedUsers(accountId)
  if (connected.size === 0) return false
  const place = {
    accountId: Prisma.sql`${accountId}::uuid`,
    channelId: Prisma.sql`${channelId}::uuid`,
    departmentId: Prisma.sql`${departmentId}::uuid`,
  }
  const [found] = await db.$queryRaw<Found[]>`
    SELECT EXISTS (
      SELECT FROM "ChannelOperator" o JOIN "User" u ON u.id = o."userId"
      WHERE o."channelId" = ${place.channelId} AND u.id = ANY(${[...connected]}::uuid[])
        AND u.available AND u."deactivatedAt" IS NULL
    ) AS "isThere", ${openingHoursSql(place)} AS hours`
  return found?.isThere === true && isOpen(found.hours && readOpeningHours(found.hours), now)
}
