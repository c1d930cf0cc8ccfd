import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { User } from '../../generated/prisma/client.ts'
import type { SlowDownRule } from '../../limits/slow-down.ts'
import { hashSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { emailField } from '../parse-input.ts'
import type { Viewer } from '../viewer.ts'
import { type Browser, createSession, type NewSession } from './create-session.ts'
import { findSessionViewer } from './find-session-viewer.ts'
import { findDevice } from './known-device.ts'
import { networkOf } from './network-of.ts'
import { tryPassword } from './try-password.ts'

/** For one e-mail address from one network, or from one browser in which its owner has signed in before. */
const BY_PERSON: SlowDownRule = { name: 'sign-in', free: 5, longestSeconds: 60, forgetSeconds: 900 }
/** For all attempts from one network without a known browser. An office has one address. */
const BY_NETWORK: SlowDownRule = { name: 'sign-in-network', free: 30, longestSeconds: 15, forgetSeconds: 900 }

interface SignIn {
  email: string
  password: string
  browser: Browser
  /** What the browser kept from an earlier sign-in: see `known-device.ts`. */
  device?: string | undefined
}

/** Somebody who has just signed in, with the session for their browser. */
export interface SignInResult {
  viewer: Viewer
  email: string
  session: NewSession
}

/**
 * Creates a session with e-mail and password. An unknown address, a wrong password and a deactivated user get the
 * same answer after the same work. Throws `sign_in_failed`; `too_many_requests` while the next attempt has to wait
 * after wrong ones. The attempts of others never slow down a person on another network or in a browser that they have
 * used before.
 */
export async function signIn(
  services: Services,
  { email, password, browser, device }: SignIn,
): Promise<SignInResult> {
  const { db, env, limits, refusals } = services
  const parsed = emailField.safeParse(email)
  const name = parsed.success ? parsed.data : email
  const network = networkOf(browser.address)
  const deviceId = findDevice(env.secretKey, name, device)
  const person = deviceId ?? `${hashSecret(name).toString('base64url')} ${network}`
  const user = parsed.success ? await db.user.findUnique({ where: { email: parsed.data } }) : null
  const told = { userId: user?.id, network }
  const matches = await tryPassword(services, {
    password,
    passwordHash: user?.deactivatedAt ? undefined : user?.passwordHash,
    slowed: deviceId
      ? [[BY_PERSON, person]]
      : [
          [BY_NETWORK, network],
          [BY_PERSON, person],
        ],
  }).catch((error) => {
    if (error instanceof AppError) refusals.warn('a sign-in was put off', { ...told, reason: error.code })
    throw error
  })
  if (!user || !matches) {
    refusals.warn('a sign-in failed', { ...told, reason: whyRefused(user) })
    throw failed()
  }
  await limits.failures.forget(BY_PERSON, person)
  const session = await openSession(services, user, browser)
  const viewer = await findSessionViewer(services, session.token)
  if (!viewer) throw failed()
  return { viewer, email: user.email, session }
}

/** If the password was changed or the user deactivated during the comparison, no session is created. */
function openSession(
  services: Services,
  { id, accountId, passwordHash }: User,
  browser: Browser,
): Promise<NewSession> {
  return transact(services, async ({ tx, record }) => {
    const unchanged = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "User"
      WHERE id = ${id}::uuid AND "passwordHash" = ${passwordHash} AND "deactivatedAt" IS NULL FOR SHARE`
    if (unchanged.length === 0) throw failed()
    await record({ accountId, kind: 'SESSION_CREATED', actor: actorOf({ userId: id }), userId: id })
    return createSession(tx, id, browser)
  })
}

function whyRefused(user: User | null): string {
  if (!user) return 'unknown e-mail address'
  return user.deactivatedAt ? 'deactivated' : 'wrong password'
}

function failed(): AppError {
  return new AppError('sign_in_failed', 'The e-mail address or the password is wrong.')
}
