import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import type { ViewSharing } from '../../generated/prisma/client.ts'
import { lockDepartment } from '../departments/lock-department.ts'
import type { Viewer } from '../viewer.ts'

interface Sharing {
  /** Without it, a view with a department is shared with that department. */
  sharing?: ViewSharing | null | undefined
  departmentId?: string | null | undefined
}

/**
 * With whom a view is shared: every operator shares with the account and with their own departments, admins with every
 * department. Throws `invalid_request` and `not_found`.
 */
export async function checkSharing(
  tx: Tx,
  viewer: Viewer,
  { departmentId, sharing: given }: Sharing,
): Promise<{ sharing: ViewSharing; departmentId: string | null }> {
  const field = 'input.departmentId'
  const sharing = given ?? (departmentId ? 'DEPARTMENT' : 'PERSONAL')
  if (sharing !== 'DEPARTMENT') {
    if (departmentId)
      throw new AppError('invalid_request', 'Only a view that is shared with a department has one.', {
        field,
      })
    return { sharing, departmentId: null }
  }
  if (!departmentId) throw new AppError('invalid_request', 'Choose a department.', { field })
  const { accountId, userId, role } = viewer
  const department = await lockDepartment(tx, { accountId, id: departmentId, field })
  const membership = { departmentId: department.id, userId }
  const isMember = (await tx.departmentMember.count({ where: membership })) > 0
  if (!isMember && role !== 'ADMIN')
    throw new AppError('invalid_request', 'You are not in this department.', { field })
  return { sharing, departmentId: department.id }
}
