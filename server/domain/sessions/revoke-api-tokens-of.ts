import type { Tx } from '../../database/client.ts'

/** Revokes every API token of a user. Returns their ids. */
export async function revokeApiTokensOf(tx: Tx, userId: string): Promise<string[]> {
  const tokens = await tx.apiToken.updateManyAndReturn({
    where: { userId, revokedAt: null },
    data: { revokedAt: new Date() },
    select: { id: true },
  })
  return tokens.map(({ id }) => id)
}
