import type { Tx } from '../../database/client.ts'

/**
 * Locks the supervisors of the account for a change of what they see, through whomever: two such changes at once would
 * each find that the other's way still leads to a channel. Call it before anything else is locked.
 */
export async function lockSupervisors(tx: Tx, accountId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM "User" WHERE "accountId" = ${accountId}::uuid AND supervises AND role = 'OPERATOR'
    ORDER BY id FOR NO KEY UPDATE`
}
