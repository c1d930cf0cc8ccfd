import { AppError } from '../../errors.ts'
import type { Viewer } from '../viewer.ts'

/**
 * The session behind the request. Throws `forbidden` for an API token: one that leaked must not be able to make
 * others or to take the account over.
 */
export function requireSession({ sessionId }: Viewer): string {
  if (!sessionId) throw new AppError('forbidden', 'An API token cannot do this. Sign in with your password.')
  return sessionId
}
