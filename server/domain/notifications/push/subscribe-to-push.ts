import { ECDH } from 'node:crypto'
import { z } from 'zod'
import type { Tx } from '../../../database/client.ts'
import { checkTarget } from '../../../outbound/check-target.ts'
import { encryptSecret } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'
import { lockOperator } from '../../operators/lock-operator.ts'
import { parseInput } from '../../parse-input.ts'
import { requireSession } from '../../sessions/require-session.ts'
import type { Viewer } from '../../viewer.ts'

/** More browsers than anybody uses; of more, those that were used least recently have no push notifications any more. */
export const MOST_BROWSERS = 20

const KEY_BYTES = 65
const AUTH_BYTES = 16

const keyField = (bytes: number) =>
  z.string().refine((key) => /^[\w-]+$/.test(key) && Buffer.from(key, 'base64url').length === bytes, {
    error: `Send the ${bytes} bytes of the key as base64url, without padding.`,
  })

const fields = z.object({
  endpoint: z.string().trim().min(1, 'Send the address of the push service.'),
  // With any other bytes, each push notification would fail when it is encrypted.
  p256dh: keyField(KEY_BYTES).refine(isPoint, { error: 'Send a public key on the curve P-256.' }),
  auth: keyField(AUTH_BYTES),
})

/**
 * Turns push notifications on in the viewer's browser, for as long as they are signed in there. A browser has one
 * subscription: that of somebody who was signed in there before ends. A person has at most `MOST_BROWSERS`: then the
 * one that was not used for longest ends. Throws `forbidden` for an API token,
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
    // Of several that subscribe at once, each counts the others.
    await lockOperator(tx, { accountId: viewer.accountId, id: viewer.userId })
    await tx.pushSubscription.deleteMany({ where: { OR: [{ sessionId }, { endpoint }] } })
    await tx.pushSubscription.createMany({
      data: { sessionId, endpoint, p256dh, authEncrypted: encryptSecret(auth, env.secretKey) },
      skipDuplicates: true,
    })
    await endUnused(tx, viewer)
  })
  return sessionId
}

async function endUnused(tx: Tx, { userId, sessionId }: Viewer): Promise<void> {
  const others = await tx.pushSubscription.findMany({
    where: { session: { userId, id: { not: sessionId ?? '' } } },
    orderBy: { session: { lastSeenAt: 'desc' } },
    skip: MOST_BROWSERS - 1,
    select: { id: true },
  })
  if (others.length > 0)
    await tx.pushSubscription.deleteMany({ where: { id: { in: others.map(({ id }) => id) } } })
}

function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
