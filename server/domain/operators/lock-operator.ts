import type { Tx } from '../../database/client.ts'
import { orNotFound } from '../../database/or-not-found.ts'
import type { User } from '../../generated/prisma/client.ts'

/**
 * Locks a person for a change of what they may do: it waits for those who are giving them something
 * (`lockOperators`), and they wait for it. Throws `not_found`.
 */
export async function lockOperator(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<User> {
  await tx.$queryRaw`
    SELECT 1 FROM "User" WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid FOR NO KEY UPDATE`
  return orNotFound(tx.user.findUniqueOrThrow({ where: { id, accountId } }), 'operator')
}
