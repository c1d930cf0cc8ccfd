import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { Principal } from '../principal.ts'
import { requireSpace } from './require-space.ts'

/** The overhead around the file in a multipart body. */
const ENVELOPE_BYTES = 4096

/**
 * Refuses a file that could not be stored by its announced length, before it is read. Throws
 * `payload_too_large` and `storage_full`.
 */
export async function requireUpload({ db, env }: Services, owner: Principal, length: number): Promise<void> {
  const atLeast = Math.max(0, length - ENVELOPE_BYTES)
  if (atLeast > env.files.maxBytes) throw new AppError('payload_too_large', 'The file is too large.')
  if (env.files.accountBytes === undefined) return
  const { storedBytes } = await db.account.findUniqueOrThrow({
    where: { id: owner.accountId },
    select: { storedBytes: true },
  })
  requireSpace(env, storedBytes + BigInt(atLeast))
}
