import type { Tx } from '../../database/client.ts'
import { endSessionsOf } from './end-sessions-of.ts'

interface ReplacePassword {
  userId: string
  passwordHash: string
  /** The session in which it was changed. */
  keptSessionId?: string
}

/**
 * Sets a new password and ends what belonged to the old one: sessions, and links to set a password. Returns the ids
 * of the sessions that ended.
 */
export async function replacePassword(
  tx: Tx,
  { userId, passwordHash, keptSessionId }: ReplacePassword,
): Promise<string[]> {
  await tx.user.update({ where: { id: userId }, data: { passwordHash } })
  await tx.passwordReset.deleteMany({ where: { userId } })
  return endSessionsOf(tx, userId, keptSessionId)
}
