import type { Tx } from '../../../database/client.ts'
import { orTaken } from '../../../database/or-taken.ts'
import { AppError } from '../../../errors.ts'
import { hashSecret } from '../../../secrets.ts'

const MESSAGE = 'A bot of this provider is already connected with this token.'
const FIELD = 'input.token'

/**
 * Throws `taken` when another bot of the provider is connected with the token. A provider belongs to one account, and
 * addresses contain both, so other providers may have issued the same one.
 */
export async function requireFreeToken(
  tx: Tx,
  { providerId, token, except }: { providerId: string; token: string; except?: string },
): Promise<void> {
  const taken = await tx.bot.findFirst({
    where: {
      providerId,
      tokenHash: hashSecret(token.trim()),
      deletedAt: null,
      ...(except && { id: { not: except } }),
    },
    select: { id: true },
  })
  if (taken) throw new AppError('taken', MESSAGE, { field: FIELD })
}

/** The same for a write, because another one may take the token in the meantime. */
export function tokenFree<T>(write: Promise<T>): Promise<T> {
  return orTaken(write, MESSAGE, FIELD)
}
