import { createDb, createPool } from '../../../database/client.ts'
import { isPooled } from '../../../stores/is-pooled.ts'
import { describeUnreadable } from '../describe-unreadable.ts'
import { findUnreadable } from '../find-unreadable.ts'
import { fingerprint } from '../fingerprint.ts'
import { type Check, failed, ok } from './finding.ts'

/** Whether SECRET_KEY is the key that the database was encrypted with. Changes nothing. */
export const checkKey: Check = async ({ env, databaseUrl }) => {
  const url = await databaseUrl()
  const db = createDb(createPool(url, 2, { isPooled: await isPooled(url) }))
  try {
    const known = await db.secretKeyFingerprint.findUnique({ where: { id: 1 } })
    if (known && fingerprint(env.secretKey).equals(known.fingerprint))
      return ok('SECRET_KEY is the right one.')
    const unreadable = await findUnreadable(db, env.secretKey)
    if (unreadable.length === 0) return ok('SECRET_KEY can read everything that is encrypted.')
    return failed(
      `SECRET_KEY cannot read ${describeUnreadable(unreadable)}.`,
      'Set the key that the running server uses, or put it back into DATA_DIR/secret.key.',
    )
  } finally {
    await db.$disconnect()
  }
}
