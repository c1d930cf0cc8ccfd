import type { Tx } from '../../database/client.ts'
import { selectAll } from '../../database/select-all.ts'
import { AppError } from '../../errors.ts'
import type { Department } from '../../generated/prisma/client.ts'

/**
 * Locks a department that something is about to refer to: it cannot be deleted before the transaction ends. Deleting
 * one changes its chats, so lock it before any visitor or chat. Throws `not_found`.
 */
export async function lockDepartment(
  tx: Tx,
  { field, ...which }: { accountId: string; id: string; field: string },
): Promise<Department> {
  const department = await findDepartment(tx, which)
  if (department) return department
  throw new AppError('not_found', 'This department does not exist.', { field })
}

/** Locks a department for a change of itself or its members, before any other lock of the kind. Throws `not_found`. */
export async function lockDepartmentToChange(
  tx: Tx,
  { accountId, id, field }: { accountId: string; id: string; field: string },
): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM "Department" WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid FOR NO KEY UPDATE`
  await lockDepartment(tx, { accountId, id, field })
}

/** The same as `lockDepartment`, but null when it does not exist. */
export async function findDepartment(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<Department | null> {
  const [department] = await tx.$queryRaw<Department[]>`
    ${selectAll('Department')} WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid FOR KEY SHARE`
  return department ?? null
}
