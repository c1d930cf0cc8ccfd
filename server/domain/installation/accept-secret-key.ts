import type { Db } from '../../database/client.ts'
import { fingerprint } from './fingerprint.ts'

/**
 * Goes on with this key although secrets were encrypted with another. What was encrypted stays as it is: whoever needs
 * it says that it cannot be read, until it is replaced (`encryptedKinds` says how).
 */
export async function acceptSecretKey(db: Db, key: Buffer): Promise<void> {
  const own = fingerprint(key)
  await db.secretKeyFingerprint.upsert({
    where: { id: 1 },
    create: { id: 1, fingerprint: own },
    update: { fingerprint: own, createdAt: new Date() },
  })
}
