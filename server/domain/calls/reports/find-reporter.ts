import { AppError } from '../../../errors.ts'
import type { CallSettings } from '../../../generated/prisma/client.ts'
import { hashSecret, matchesHash } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'

/** The account whose telephone system knows this token. Throws `unauthenticated`. */
export async function findReporter({ db }: Services, token: string): Promise<CallSettings> {
  // The index compares hashes, and nobody can choose how a hash begins.
  const settings = await db.callSettings.findUnique({ where: { tokenHash: hashSecret(token) } })
  if (settings?.tokenHash && matchesHash(token, settings.tokenHash)) return settings
  throw new AppError('unauthenticated', 'The token in the address is not valid.')
}
