import { findTokenViewer } from './domain/api-tokens/find-token-viewer.ts'
import { findSessionViewer } from './domain/sessions/find-session-viewer.ts'
import { networkOf } from './domain/sessions/network-of.ts'
import type { Viewer } from './domain/viewer.ts'
import { AppError } from './errors.ts'
import type { Services } from './services.ts'
import { sessionTokenOf } from './session-cookie.ts'
import { storableText } from './storable-text.ts'

/** The headers that can say who somebody is, and where they come from as far as that is known. */
export interface Credentials {
  cookieHeader: string | undefined
  authorization: string | undefined
  address: string | undefined
  userAgent?: string | undefined
}

/** The longest name of a program that is kept. */
const USER_AGENT_LENGTH = 300

/** Another scheme or another kind of token is for a proxy in front of us, not for us. */
const BEARER = /^bearer +(swb_[\w-]+)$/i

/**
 * Who sends a request: the owner of a personal API token, else of the session in the cookie. Null for nobody; a
 * token that does not hold is nobody, whatever the cookie says. Throws `not_signed_in` for a token that has expired.
 */
export async function authenticate(services: Services, credentials: Credentials): Promise<Viewer | null> {
  const viewer = await findViewer(services, credentials)
  if (!viewer) return null
  const { address, userAgent } = credentials
  const origin = {
    address: address ?? null,
    userAgent: userAgent === undefined ? null : storableText(userAgent).slice(0, USER_AGENT_LENGTH),
  }
  return { ...viewer, origin }
}

async function findViewer(
  services: Services,
  { cookieHeader, authorization, address }: Credentials,
): Promise<Viewer | null> {
  const network = address && networkOf(address)
  const refuse = (reason: string) => {
    services.refusals.warn('a credential was refused', { reason, network })
    return null
  }
  const apiToken = BEARER.exec(authorization ?? '')?.[1]
  if (apiToken) {
    const viewer = await findTokenViewer(services, apiToken).catch((error) => {
      if (error instanceof AppError) refuse('API token has expired')
      throw error
    })
    return viewer ?? refuse('API token does not hold')
  }
  const sessionToken = sessionTokenOf(cookieHeader)
  if (!sessionToken) return null
  return (await findSessionViewer(services, sessionToken)) ?? refuse('session has ended')
}
