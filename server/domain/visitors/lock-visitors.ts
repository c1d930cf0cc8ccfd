import type { Tx } from '../../database/client.ts'

/** Locks visitors of the account in a fixed order, so that two who lock the same ones do not wait for each other. */
export async function lockVisitors(
  tx: Tx,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM "Visitor" WHERE id = ANY(${[...ids]}::uuid[]) AND "accountId" = ${accountId}::uuid
    ORDER BY id FOR NO KEY UPDATE`
}
