import { findTokenViewer } from './domain/api-tokens/find-token-viewer.ts'
import type { Principal } from './domain/principal.ts'
import { findSessionViewer } from './domain/sessions/find-session-viewer.ts'
import { networkOf } from './domain/sessions/network-of.ts'
import { findTokenVisitor } from './domain/visitors/find-token-visitor.ts'
import { AppError } from './errors.ts'
import type { Services } from './services.ts'
import { sessionTokenOf } from './session-cookie.ts'

/** The headers that can say who somebody is, and where they come from as far as that is known. */
export interface Credentials {
  cookieHeader: string | undefined
  authorization: string | undefined
  address: string | undefined
}

/** Another scheme or another kind of token is for a proxy in front of us, not for us. */
const BEARER = /^bearer +(swb_[\w-]+|swv_[\w.-]+)$/i

/** By how it starts: whose token it is, what the log calls it, and how to find its owner. */
const tokens = {
  swb_: { name: 'API token', find: findTokenViewer },
  swv_: { name: 'visitor token', find: findTokenVisitor },
}

/**
 * Who sends a request: the owner of a personal API token or of a visitor token, else of the session in the cookie. Null
 * for nobody; a token that does not hold is nobody, whatever the cookie says. Throws `not_signed_in` for a token that
 * has expired.
 */
export async function authenticate(
  services: Services,
  { cookieHeader, authorization, address }: Credentials,
): Promise<Principal | null> {
  const network = address && networkOf(address)
  const refuse = (reason: string) => {
    services.refusals.warn('a credential was refused', { reason, network })
    return null
  }
  const token = BEARER.exec(authorization ?? '')?.[1]
  if (token) {
    const { name, find } = tokens[token.slice(0, 4).toLowerCase() as keyof typeof tokens]
    const principal = await find(services, token).catch((error) => {
      if (error instanceof AppError) refuse(`${name} has expired`)
      throw error
    })
    return principal ?? refuse(`${name} does not hold`)
  }
  const sessionToken = sessionTokenOf(cookieHeader)
  if (!sessionToken) return null
  return (await findSessionViewer(services, sessionToken)) ?? refuse('session has ended')
}
