import type { Tx } from '../../database/client.ts'

/** Locks departments as `lockDepartment` does, in a fixed order. The ids of those that exist. */
export function lockDepartments(
  tx: Tx,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<{ id: string }[]> {
  return tx.$queryRaw`
    SELECT id FROM "Department" WHERE id = ANY(${[...ids]}::uuid[]) AND "accountId" = ${accountId}::uuid
    ORDER BY id FOR KEY SHARE`
}
