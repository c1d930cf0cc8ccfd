import { Prisma, type Role as StoredRole } from '../../generated/prisma/client.ts'

/** What an operator may do, from the most to the least. */
export const roles = ['ADMIN', 'SUPERVISOR', 'OPERATOR'] as const

export type Role = (typeof roles)[number]

/** The columns that a role is stored in, of a user or of an invitation. */
interface RoleColumns {
  role: StoredRole
  supervises: boolean
}

/** The role that is stored in a row. */
export function roleOf({ role, supervises }: RoleColumns): Role {
  return role === 'OPERATOR' && supervises ? 'SUPERVISOR' : role
}

/** How a role is stored. */
export function roleColumns(role: Role): RoleColumns {
  return role === 'SUPERVISOR' ? { role: 'OPERATOR', supervises: true } : { role, supervises: false }
}

/** `roleOf` in SQL, as text, of the row of this alias. */
export function roleSql(alias: string): Prisma.Sql {
  return Prisma.raw(
    `CASE WHEN ${alias}.role = 'OPERATOR' AND ${alias}.supervises THEN 'SUPERVISOR' ELSE ${alias}.role::text END`,
  )
}
