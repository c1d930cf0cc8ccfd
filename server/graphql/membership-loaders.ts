import DataLoader from 'dataloader'
import type { Pool } from '../database/client.ts'
import { type Channel, type Department, Prisma, type User } from '../generated/prisma/client.ts'
import { MAX_LIST } from './bounds.ts'
import { readPerParent, selectAll } from './read-per-parent.ts'

/** Who belongs where, by name, read for a whole list at once; at most 500 for each. */
export interface MembershipLoaders {
  /** The channel's operators who can sign in, by channel id. */
  operatorsOfChannel: DataLoader<string, User[]>
  /** The department's members who can sign in, by department id. */
  membersOfDepartment: DataLoader<string, User[]>
  departmentsOfUser: DataLoader<string, Department[]>
  /** The channels on which a bot answers, by bot id. */
  channelsOfBot: DataLoader<string, Channel[]>
}

export function createMembershipLoaders(pool: Pool): MembershipLoaders {
  const byName = <Row extends object>(rows: Prisma.Sql) =>
    new DataLoader((parentIds: readonly string[]) =>
      readPerParent<Row>(pool, parentIds, Prisma.sql`${rows} ORDER BY "name", "id" LIMIT ${MAX_LIST}`),
    )
  return {
    operatorsOfChannel: byName(Prisma.sql`${selectAll('User')}
      JOIN "ChannelOperator" AS link ON link."userId" = "User"."id"
      WHERE link."channelId" = parent.id AND "User"."deactivatedAt" IS NULL`),
    membersOfDepartment: byName(Prisma.sql`${selectAll('User')}
      JOIN "DepartmentMember" AS link ON link."userId" = "User"."id"
      WHERE link."departmentId" = parent.id AND "User"."deactivatedAt" IS NULL`),
    departmentsOfUser: byName(Prisma.sql`${selectAll('Department')}
      JOIN "DepartmentMember" AS link ON link."departmentId" = "Department"."id"
      WHERE link."userId" = parent.id`),
    channelsOfBot: byName(Prisma.sql`${selectAll('Channel')}
      WHERE "Channel"."botId" = parent.id AND "Channel"."deletedAt" IS NULL`),
  }
}
