import type { Db, Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import type { ChannelEntry } from '../channels/channel-directory.ts'

/** How long a key is valid. */
const HONOURED_MS = 24 * 3_600_000

export interface Idempotency {
  key: string
  /** SHA-256 of the request's body. */
  requestHash: Buffer<ArrayBuffer>
}

interface Request {
  channel: ChannelEntry
  idempotency?: Idempotency
}

/**
 * The message that the same request created earlier, or null. Throws `idempotency_key_reused` when the key was used
 * with a different body.
 */
export async function findEarlierAnswer(
  db: Db | Tx,
  { channel, idempotency }: Request,
): Promise<string | null> {
  if (!idempotency) return null
  const earlier = await db.idempotencyKey.findFirst({
    where: {
      channelId: channel.id,
      key: idempotency.key,
      createdAt: { gt: new Date(Date.now() - HONOURED_MS) },
    },
  })
  if (!earlier) return null
  if (!idempotency.requestHash.equals(earlier.requestHash)) {
    throw new AppError(
      'idempotency_key_reused',
      'This Idempotency-Key was used before with a different body.',
    )
  }
  return (earlier.response as { messageId: string }).messageId
}

/** Stores the answer with the message, in one transaction. An expired key is reused. */
export async function rememberAnswer(
  tx: Tx,
  { channel, idempotency }: Request,
  messageId: string,
): Promise<void> {
  if (!idempotency) return
  const { key, requestHash } = idempotency
  await tx.idempotencyKey.deleteMany({
    where: { channelId: channel.id, key, createdAt: { lte: new Date(Date.now() - HONOURED_MS) } },
  })
  await tx.idempotencyKey.create({
    data: { channelId: channel.id, key, requestHash, response: { messageId } },
  })
}
