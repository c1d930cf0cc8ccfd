import type { Tx } from '../../database/client.ts'
import { orNotFound } from '../../database/or-not-found.ts'
import type { Department } from '../../generated/prisma/client.ts'

/**
 * Locks a department that something is about to refer to: it cannot be deleted before the transaction ends. Deleting
 * one changes its chats, so lock it before any visitor or chat. Throws `not_found`.
 */
export async function lockDepartment(
  tx: Tx,
  { accountId, id, field }: { accountId: string; id: string; field: string },
): Promise<Department> {
  await tx.$queryRaw`
    SELECT 1 FROM "Department" WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid FOR KEY SHARE`
  return orNotFound(tx.department.findUniqueOrThrow({ where: { id, accountId } }), 'department', field)
}
