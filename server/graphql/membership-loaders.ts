import DataLoader from 'dataloader'
import type { Db } from '../db.ts'
import type { Department, User } from '../generated/prisma/client.ts'

/** Who belongs where, read for a whole list at once. */
export interface MembershipLoaders {
  /** The channel's operators who can sign in, by channel id. */
  operatorsOfChannel: DataLoader<string, User[]>
  /** The department's members who can sign in, by department id. */
  membersOfDepartment: DataLoader<string, User[]>
  departmentsOfUser: DataLoader<string, Department[]>
}

const ACTIVE_BY_NAME = {
  where: { user: { deactivatedAt: null } },
  include: { user: true },
  orderBy: { user: { name: 'asc' } },
} as const

export function createMembershipLoaders(db: Db): MembershipLoaders {
  return {
    operatorsOfChannel: new DataLoader(async (ids: readonly string[]) => {
      const where = { channelId: { in: [...ids] }, ...ACTIVE_BY_NAME.where }
      const rows = await db.channelOperator.findMany({ ...ACTIVE_BY_NAME, where })
      return ids.map((id) => rows.filter((row) => row.channelId === id).map((row) => row.user))
    }),
    membersOfDepartment: new DataLoader(async (ids: readonly string[]) => {
      const where = { departmentId: { in: [...ids] }, ...ACTIVE_BY_NAME.where }
      const rows = await db.departmentMember.findMany({ ...ACTIVE_BY_NAME, where })
      return ids.map((id) => rows.filter((row) => row.departmentId === id).map((row) => row.user))
    }),
    departmentsOfUser: new DataLoader(async (ids: readonly string[]) => {
      const rows = await db.departmentMember.findMany({
        where: { userId: { in: [...ids] } },
        include: { department: true },
        orderBy: { department: { name: 'asc' } },
      })
      return ids.map((id) => rows.filter((row) => row.userId === id).map((row) => row.department))
    }),
  }
}
