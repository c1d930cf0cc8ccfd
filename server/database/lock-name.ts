import type { Tx } from './client.ts'

/** Makes whoever locks the same name wait for the end of this transaction. For what has no row that could be locked. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM (SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))) AS locked`
}
