import type { Tx } from '../../database/client.ts'

/** Ends a user's sessions, all or all but one, and returns the ids of those that ended. */
export async function endSessionsOf(tx: Tx, userId: string, exceptId?: string): Promise<string[]> {
  const where = { userId, ...(exceptId && { id: { not: exceptId } }) }
  const sessions = await tx.session.findMany({ where, select: { id: true } })
  const ids = sessions.map(({ id }) => id)
  await tx.session.deleteMany({ where: { id: { in: ids } } })
  return ids
}
