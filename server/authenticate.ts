import { findTokenViewer } from './domain/api-tokens/find-token-viewer.ts'
import { findSessionViewer } from './domain/sessions/find-session-viewer.ts'
import type { Viewer } from './domain/viewer.ts'
import type { Services } from './services.ts'
import { sessionTokenOf } from './session-cookie.ts'

/** The headers that can say who somebody is. */
export interface Credentials {
  cookieHeader: string | undefined
  authorization: string | undefined
}

/** Another scheme or another kind of token is for a proxy in front of us, not for us. */
const BEARER = /^bearer +(swb_[\w-]+)$/i

/**
 * Who sends a request: the owner of a personal API token, else of the session in the cookie. Null for nobody; a
 * token that does not hold is nobody, whatever the cookie says.
 */
export async function authenticate(
  services: Services,
  { cookieHeader, authorization }: Credentials,
): Promise<Viewer | null> {
  const apiToken = BEARER.exec(authorization ?? '')?.[1]
  if (apiToken) return findTokenViewer(services, apiToken)
  const sessionToken = sessionTokenOf(cookieHeader)
  return sessionToken ? findSessionViewer(services, sessionToken) : null
}
