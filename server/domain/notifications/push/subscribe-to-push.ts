import { ECDH } from 'node:crypto'
import { z } from 'zod'
import { checkTarget } from '../../../outbound/check-target.ts'
import { encryptSecret } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'
import { parseInput } from '../../parse-input.ts'
import { requireSession } from '../../sessions/require-session.ts'
import type { Viewer } from '../../viewer.ts'

const KEY_BYTES = 65
const AUTH_BYTES = 16

const keyField = (bytes: number) =>
  z.string().refine((key) => /^[\w-]+$/.test(key) && Buffer.from(key, 'base64url').length === bytes, {
    error: `Send the ${bytes} bytes of the key as base64url, without padding.`,
  })

const fields = z.object({
  endpoint: z.string().trim().min(1, 'Send the address of the push service.'),
  // With any other bytes, each push notification would fail when it is encrypted.
  p256dh: keyField(KEY_BYTES).refine(isPoint, { error: 'Send a public key of the curve P-256.' }),
  auth: keyField(AUTH_BYTES),
})

/**
 * Turns push notifications on in the viewer's browser, for as long as they are signed in there. A browser has one
 * subscription: that of somebody who was signed in there before ends. Throws `forbidden` for an API token,
 * `invalid_request`, `too_long`, `private_target`.
 */
export async function subscribeToPush(
  { db, env }: Services,
  { viewer, ...input }: { viewer: Viewer } & z.input<typeof fields>,
): Promise<string> {
  const sessionId = requireSession(viewer)
  const { endpoint: address, p256dh, auth } = parseInput(fields, input)
  const check = (url: string) => checkTarget(url, env.outbound.allowPrivateTargets, 'input.endpoint').href
  // Also as it is stored: an escaped character takes up to nine.
  const endpoint = check(check(address))
  await db.$transaction(async (tx) => {
    await tx.pushSubscription.deleteMany({ where: { OR: [{ sessionId }, { endpoint }] } })
    await tx.pushSubscription.createMany({
      data: { sessionId, endpoint, p256dh, authEncrypted: encryptSecret(auth, env.secretKey) },
      skipDuplicates: true,
    })
  })
  return sessionId
}

function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
