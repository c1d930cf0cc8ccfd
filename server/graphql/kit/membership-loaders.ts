import DataLoader from 'dataloader'
import { selectAll } from '../../database/select-all.ts'
import {
  type AutomaticMessage,
  type Channel,
  type Department,
  Prisma,
  type User,
} from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { MAX_LIST } from './bounds.ts'
import { readPerParent } from './read-per-parent.ts'

/** Who belongs where, by name, read for a whole list at once; at most `MAX_LIST` for each. */
export interface MembershipLoaders {
  /** The channel's operators who can sign in, by channel id. */
  operatorsOfChannel: DataLoader<string, User[]>
  /** How many these are. */
  operatorCountOfChannel: DataLoader<string, number>
  /** The department's members who can sign in, by department id. */
  membersOfDepartment: DataLoader<string, User[]>
  departmentsOfUser: DataLoader<string, Department[]>
  /** The channels on which a bot answers, by bot id. */
  channelsOfBot: DataLoader<string, Channel[]>
  /** The channels for whose chats a canned reply is, by its id; with those that the viewer may not see. */
  channelsOfCannedReply: DataLoader<string, Channel[]>
  departmentsOfCannedReply: DataLoader<string, Department[]>
  /** In the order of their kinds. */
  automaticMessagesOfChannel: DataLoader<string, AutomaticMessage[]>
}

/** The function that makes each of the loaders. */
export const membershipLoaders: {
  [Name in keyof MembershipLoaders]: (services: Services) => MembershipLoaders[Name]
} = {
  operatorsOfChannel: byName(Prisma.sql`${selectAll('User')}
    JOIN "ChannelOperator" AS link ON link."userId" = "User"."id"
    WHERE link."channelId" = parent.id AND "User"."deactivatedAt" IS NULL`),
  operatorCountOfChannel: ({ pool }) =>
    new DataLoader(async (channelIds: readonly string[]) => {
      const counts = await readPerParent<{ count: number }>(
        pool,
        channelIds,
        Prisma.sql`SELECT count(*)::int FROM "ChannelOperator" link JOIN "User" ON "User"."id" = link."userId"
          WHERE link."channelId" = parent.id AND "User"."deactivatedAt" IS NULL`,
      )
      return counts.map(([row]) => row?.count ?? 0)
    }),
  membersOfDepartment: byName(Prisma.sql`${selectAll('User')}
    JOIN "DepartmentMember" AS link ON link."userId" = "User"."id"
    WHERE link."departmentId" = parent.id AND "User"."deactivatedAt" IS NULL`),
  departmentsOfUser: byName(Prisma.sql`${selectAll('Department')}
    JOIN "DepartmentMember" AS link ON link."departmentId" = "Department"."id"
    WHERE link."userId" = parent.id`),
  channelsOfBot: byName(Prisma.sql`${selectAll('Channel')}
    WHERE "Channel"."botId" = parent.id AND "Channel"."deletedAt" IS NULL`),
  channelsOfCannedReply: byName(Prisma.sql`${selectAll('Channel')}
    JOIN "CannedReplyChannel" AS link ON link."channelId" = "Channel"."id"
    WHERE link."cannedReplyId" = parent.id AND "Channel"."deletedAt" IS NULL`),
  departmentsOfCannedReply: byName(Prisma.sql`${selectAll('Department')}
    JOIN "CannedReplyDepartment" AS link ON link."departmentId" = "Department"."id"
    WHERE link."cannedReplyId" = parent.id`),
  automaticMessagesOfChannel: ({ pool }) =>
    new DataLoader((channelIds: readonly string[]) =>
      readPerParent<AutomaticMessage>(
        pool,
        channelIds,
        Prisma.sql`${selectAll('AutomaticMessage')} WHERE "channelId" = parent.id ORDER BY kind LIMIT ${MAX_LIST}`,
      ),
    ),
}

/** Makes loaders of the rows of each parent, by name. */
function byName<Row extends object>(
  rows: Prisma.Sql,
): (services: Pick<Services, 'pool'>) => DataLoader<string, Row[]> {
  const sorted = Prisma.sql`${rows} ORDER BY "name", "id" LIMIT ${MAX_LIST}`
  return ({ pool }) =>
    new DataLoader((parentIds: readonly string[]) => readPerParent<Row>(pool, parentIds, sorted))
}
