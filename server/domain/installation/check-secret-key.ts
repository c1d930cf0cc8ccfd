import type { Db } from '../../database/client.ts'
import { findUnreadable, type UnreadableCount } from './find-unreadable.ts'
import { fingerprint } from './fingerprint.ts'

/**
 * Whether this is the key that the secrets in the database were encrypted with. If it is, or if it can read
 * everything that is encrypted, it is stored, and nothing is returned; otherwise returns what cannot be read
 * with it.
 */
export async function checkSecretKey(db: Db, key: Buffer): Promise<UnreadableCount[]> {
  const own = fingerprint(key)
  const known = await db.secretKeyFingerprint.findUnique({ where: { id: 1 } })
  if (known && own.equals(known.fingerprint)) return []
  const unreadable = await findUnreadable(db, key)
  if (unreadable.length > 0) return unreadable
  if (known) {
    await db.secretKeyFingerprint.update({ where: { id: 1 }, data: { fingerprint: own } })
    return []
  }
  const { count } = await db.secretKeyFingerprint.createMany({
    data: { fingerprint: own },
    skipDuplicates: true,
  })
  // Another process started at the same time: its key counts.
  if (count === 0) return checkSecretKey(db, key)
  return []
}
