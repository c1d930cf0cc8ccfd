import type { Db } from '../../database/client.ts'
import { fingerprint } from './fingerprint.ts'

/**
 * Goes on with this key although secrets were encrypted with another: channels still work, but their addresses
 * can only be replaced; bots must be connected anew.
 */
export async function acceptSecretKey(db: Db, key: Buffer): Promise<void> {
  const own = fingerprint(key)
  await db.secretKeyFingerprint.upsert({
    where: { id: 1 },
    create: { id: 1, fingerprint: own },
    update: { fingerprint: own, createdAt: new Date() },
  })
}
