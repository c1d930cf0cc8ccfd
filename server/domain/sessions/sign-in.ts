import { AppError } from '../../errors.ts'
import type { Limit } from '../../limits.ts'
import type { Services } from '../../services.ts'
import { emailField } from '../parse-input.ts'
import type { Viewer } from '../viewer.ts'
import { type Browser, createSession, type NewSession } from './create-session.ts'
import { findSessionViewer } from './find-session-viewer.ts'
import { networkOf } from './network-of.ts'
import { verifyPassword } from './passwords.ts'

const BY_ADDRESS: Limit = { name: 'sign-in-address', points: 30, seconds: 900 }
const BY_EMAIL: Limit = { name: 'sign-in-email', points: 10, seconds: 900 }

interface SignIn {
  email: string
  password: string
  browser: Browser
}

/** Somebody who has just signed in, with the session for their browser. */
export interface SignedIn {
  viewer: Viewer
  session: NewSession
}

/**
 * Opens a session with e-mail and password. An unknown address, a wrong password and a deactivated user get the
 * same answer after the same work. Throws `sign_in_failed`; `too_many_requests` after 30 tries from one address
 * or 10 for one e-mail in 15 minutes.
 */
export async function signIn(services: Services, { email, password, browser }: SignIn): Promise<SignedIn> {
  const { db, limits } = services
  const parsed = emailField.safeParse(email)
  const limitKey = parsed.success ? parsed.data : email.slice(0, 254)
  await limits.consume(BY_ADDRESS, networkOf(browser.address))
  await limits.consume(BY_EMAIL, limitKey)
  const user = parsed.success ? await db.user.findUnique({ where: { email: parsed.data } }) : null
  const matches = await verifyPassword(password, user?.passwordHash)
  if (!user || !matches || user.deactivatedAt) throw failed()
  await limits.reset(BY_EMAIL, limitKey)
  const session = await createSession(db, user.id, browser)
  const viewer = await findSessionViewer(services, session.token)
  if (!viewer) throw failed()
  return { viewer, session }
}

function failed(): AppError {
  return new AppError('sign_in_failed', 'E-mail or password is wrong.')
}
