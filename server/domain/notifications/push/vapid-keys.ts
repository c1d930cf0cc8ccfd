import webPush from 'web-push'
import type { Db } from '../../../database/client.ts'
import { decryptSecret, encryptSecret } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'

/** The keys with which requests to push services are signed, base64url (RFC 8292). */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * The keys of this installation, which are made when they are first needed: of several processes that make some, one wins.
 * After SECRET_KEY was lost they are made again, and every browser has to turn push notifications on again.
 */
export async function readVapidKeys(services: Pick<Services, 'db' | 'env'>): Promise<VapidKeys> {
  const { db, env } = services
  const stored = await db.vapidKeys.findFirst()
  const privateKey = stored && decryptSecret(stored.privateKeyEncrypted, env.secretKey)
  if (stored && privateKey !== null) return { publicKey: stored.publicKey, privateKey }
  await makeKeys(db, env.secretKey, stored?.publicKey)
  return readVapidKeys(services)
}

async function makeKeys(db: Db, secretKey: Buffer, lost: string | undefined): Promise<void> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const data = { publicKey, privateKeyEncrypted: encryptSecret(privateKey, secretKey) }
  await db.$transaction(async (tx) => {
    if (lost !== undefined) {
      const { count } = await tx.vapidKeys.deleteMany({ where: { publicKey: lost } })
      // Push services accept only the keys that a browser has subscribed with.
      if (count > 0) await tx.pushSubscription.deleteMany()
    }
    await tx.vapidKeys.createMany({ data, skipDuplicates: true })
  })
}
