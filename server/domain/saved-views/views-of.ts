import type { Prisma } from '../../generated/prisma/client.ts'
import type { Viewer } from '../viewer.ts'

/** The `where` of the saved views that the viewer has: their own, and those that are shared with them. */
export function viewsOf({ accountId, userId, role }: Viewer): Prisma.SavedViewWhereInput {
  const ofDepartment: Prisma.SavedViewWhereInput =
    role === 'ADMIN' ? {} : { department: { members: { some: { userId } } } }
  return {
    accountId,
    OR: [{ userId }, { sharing: 'ACCOUNT' }, { sharing: 'DEPARTMENT', ...ofDepartment }],
  }
}

/** Those that the viewer may change: their own, and an admin the shared ones. */
export function editableBy({ accountId, userId, role }: Viewer): Prisma.SavedViewWhereInput {
  const shared: Prisma.SavedViewWhereInput[] = role === 'ADMIN' ? [{ sharing: { not: 'PERSONAL' } }] : []
  return { accountId, OR: [{ userId }, ...shared] }
}
