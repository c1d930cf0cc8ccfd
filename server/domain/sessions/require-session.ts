import { AppError } from '../../errors.ts'
import type { Viewer } from '../viewer.ts'

/**
 * The session behind the request. Throws `forbidden` for an API token: a leaked one must not be able to create others
 * or take over the account.
 */
export function requireSession({ sessionId }: Viewer): string {
  if (!sessionId) throw new AppError('forbidden', 'An API token cannot do this. Sign in with your password.')
  return sessionId
}
