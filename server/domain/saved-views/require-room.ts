import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import type { Viewer } from '../viewer.ts'

/** The most views that one operator makes. */
export const MAX_VIEWS = 50
/** The most shared views of an account. */
export const MAX_SHARED_VIEWS = 200

/** Throws `limit_reached` when the viewer has made too many views. The account is locked. */
export async function requireRoom(tx: Tx, { accountId, userId }: Viewer): Promise<void> {
  if ((await tx.savedView.count({ where: { accountId, userId } })) < MAX_VIEWS) return
  throw new AppError('limit_reached', `You can have at most ${MAX_VIEWS} views. Delete one first.`)
}

/** Throws `limit_reached` when the account has too many shared views. The account is locked. */
export async function requireSharedRoom(tx: Tx, { accountId }: Viewer): Promise<void> {
  const shared = { accountId, sharing: { not: 'PERSONAL' as const } }
  if ((await tx.savedView.count({ where: shared })) < MAX_SHARED_VIEWS) return
  throw new AppError(
    'limit_reached',
    `An account can have at most ${MAX_SHARED_VIEWS} shared views. Delete one first.`,
  )
}
