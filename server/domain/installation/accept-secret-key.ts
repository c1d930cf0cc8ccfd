import type { Db } from '../../database/client.ts'
import { fingerprint } from './fingerprint.ts'

/**
 * Continues with this key although secrets were encrypted with another. Those are unchanged and reported as
 * unreadable until they are replaced (`encryptedKinds` says how).
 */
export async function acceptSecretKey(db: Db, key: Buffer): Promise<void> {
  const own = fingerprint(key)
  await db.secretKeyFingerprint.upsert({
    where: { id: 1 },
    create: { id: 1, fingerprint: own },
    update: { fingerprint: own, createdAt: new Date() },
  })
}
