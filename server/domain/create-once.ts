import { createHmac } from 'node:crypto'
import { lockName } from '../database/lock-name.ts'
import { transact, type Work } from '../events/transact.ts'
import type { Services } from '../services.ts'
import { keyReused } from './key-reused.ts'
import type { Viewer } from './viewer.ts'

interface Creation<Created> {
  viewer: Viewer
  mutation: string
  /** What the caller gave: a repetition has the same. Without a key it is none. */
  input: { idempotencyKey?: string | null | undefined }
  /** What was created, as it is now. Null if it is gone: it is then created again. */
  find: (work: Work, id: string) => Promise<Created | null>
}

/**
 * The transaction of a verb that creates something. The viewer's same key with the same input returns what it created
 * before, and throws `idempotency_key_reused` with another. Keys are kept for a day.
 */
export function createOnce<Created extends { id: string }>(
  services: Services,
  { viewer: { userId }, mutation, input: { idempotencyKey: key, ...input }, find }: Creation<Created>,
  create: (work: Work) => Promise<Created>,
): Promise<Created> {
  if (!key) return transact(services, create)
  const inputHash = createHmac('sha256', services.env.secretKey)
    .update(`${mutation} ${JSON.stringify(input)}`)
    .digest() as Buffer<ArrayBuffer>
  return transact(services, async (work) => {
    // A repetition waits for the end of this transaction.
    await lockName(work.tx, `CreationKey ${userId} ${key}`)
    const earlier = await work.tx.creationKey.findUnique({ where: { userId_key: { userId, key } } })
    if (earlier && !inputHash.equals(earlier.inputHash)) throw keyReused()
    const found = earlier && (await find(work, earlier.createdId))
    if (found) return found
    const created = await create(work)
    const kept = { inputHash, createdId: created.id }
    await work.tx.creationKey.upsert({
      where: { userId_key: { userId, key } },
      create: { userId, key, ...kept },
      update: kept,
    })
    return created
  })
}
