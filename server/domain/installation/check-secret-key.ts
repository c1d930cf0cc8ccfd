import type { Db } from '../../database/client.ts'
import { decryptSecret } from '../../secrets.ts'
import { fingerprint } from './fingerprint.ts'

/** What is encrypted in the database. */
export interface EncryptedCounts {
  channels: number
  bots: number
}

/**
 * Whether this is the key that the secrets in the database were encrypted with. Returns null when it is, or when
 * nothing is encrypted yet, and remembers it; else how much cannot be read with it.
 */
export async function checkSecretKey(db: Db, key: Buffer): Promise<EncryptedCounts | null> {
  const own = fingerprint(key)
  const known = await db.secretKeyFingerprint.findUnique({ where: { id: 1 } })
  if (known && own.equals(known.fingerprint)) return null
  const channel = await db.chatApiSettings.findFirst({ where: { channel: { deletedAt: null } } })
  const bot = await db.bot.findFirst({ where: { deletedAt: null } })
  const encrypted = channel?.secretEncrypted ?? bot?.tokenEncrypted
  // A database from before there were fingerprints is asked itself.
  if (encrypted && (known || !isReadable(encrypted, key))) {
    const where = { deletedAt: null }
    return {
      channels: await db.chatApiSettings.count({ where: { channel: where } }),
      bots: await db.bot.count({ where }),
    }
  }
  if (known) {
    await db.secretKeyFingerprint.update({ where: { id: 1 }, data: { fingerprint: own } })
    return null
  }
  const { count } = await db.secretKeyFingerprint.createMany({
    data: { fingerprint: own },
    skipDuplicates: true,
  })
  // Another process started at the same time: its key counts.
  if (count === 0) return checkSecretKey(db, key)
  return null
}

function isReadable(encrypted: Uint8Array, key: Buffer): boolean {
  try {
    decryptSecret(encrypted, key)
    return true
  } catch {
    return false
  }
}
