import { findTokenViewer } from './domain/api-tokens/find-token-viewer.ts'
import type { Principal } from './domain/principal.ts'
import { findSessionViewer } from './domain/sessions/find-session-viewer.ts'
import { networkOf } from './domain/sessions/network-of.ts'
import { findTokenVisitor } from './domain/visitors/find-token-visitor.ts'
import { AppError } from './errors.ts'
import { encodeGlobalId } from './graphql/kit/global-id.ts'
import { sessionTokenOf } from './http/session-cookie.ts'
import type { Services } from './services.ts'
import { storableText } from './text/storable-text.ts'

/** Our own pages send it. A page of another origin cannot without a preflight request, which is refused. */
export const CSRF_HEADER = 'x-graphql-yoga-csrf'

/**
 * The id of the operator whose screen sends a request. All tabs of a browser share one cookie, and somebody else may
 * have signed in on one of them.
 */
export const SCREEN_HEADER = 'x-switchboard-operator'

/** The headers that can identify the caller, and where the request comes from, as far as known. */
export interface Credentials {
  cookieHeader: string | undefined
  authorization: string | undefined
  /** Sent by a page of ours in a browser, and not by a program. */
  fromPage: boolean
  /** The value of `SCREEN_HEADER`. */
  screenOf?: unknown
  address: string | undefined
  userAgent?: string | undefined
}

/** The longest name of a program that is kept. */
const USER_AGENT_LENGTH = 300

const BEARER = /^bearer +(\S+) *$/i

/** Schemes that a proxy in front of us may use for itself, and leave in the request of a program. */
const OF_PROXY = /^(basic|digest|negotiate) /i

interface TokenKind {
  prefix: string
  /** Its name in the log and in refusals. */
  name: string
  find(services: Services, token: string): Promise<Principal | null>
}

/** The kinds of tokens, by their prefix, and how the owner of each is found. */
const tokens: [TokenKind, ...TokenKind[]] = [
  { prefix: 'swb_', name: 'API token', find: findTokenViewer },
  { prefix: 'swv_', name: 'visitor token', find: findTokenVisitor },
]

/**
 * Who sends a request: the owner of a personal API token or of a visitor token, else of the session in the cookie. Null
 * without any, and for a session that has ended, whose browser must be able to sign in again. Throws `unauthenticated`
 * for a token that is wrong, revoked or expired, or not sent as one, whatever the cookie says; and for a session that is
 * not of the operator whose screen sends the request.
 */
export async function authenticate(services: Services, credentials: Credentials): Promise<Principal | null> {
  const principal = await findPrincipal(services, credentials)
  if (principal?.kind !== 'operator') return principal
  const { address, userAgent } = credentials
  const origin = {
    address: address ?? null,
    userAgent: userAgent === undefined ? null : storableText(userAgent).slice(0, USER_AGENT_LENGTH),
  }
  return { ...principal, origin }
}

async function findPrincipal(
  services: Services,
  { cookieHeader, authorization, fromPage, screenOf, address }: Credentials,
): Promise<Principal | null> {
  const network = address && networkOf(address)
  const note = (reason: string) => services.refusals.warn('a credential was refused', { reason, network })
  const token = BEARER.exec(authorization ?? '')?.[1]
  const kind = tokens.find(({ prefix }) => token?.startsWith(prefix))
  // A proxy in front of us may add a token of its own to what a browser sends, or use another scheme.
  if (token && (kind || !fromPage)) {
    const { name, find } = kind ?? tokens[0]
    const principal = await find(services, token).catch((error) => {
      if (error instanceof AppError) note(`${name} has expired`)
      throw error
    })
    if (principal) return principal
    note(`${name} does not hold`)
    throw new AppError('unauthenticated', `This ${name} is wrong or was revoked.`)
  }
  if (authorization !== undefined && !token && !fromPage && !OF_PROXY.test(authorization)) {
    note('Authorization is not a token')
    throw new AppError('unauthenticated', 'Send the token as "Authorization: Bearer <token>".')
  }
  const sessionToken = sessionTokenOf(cookieHeader)
  if (!sessionToken) return null
  const viewer = await findSessionViewer(services, sessionToken)
  if (!viewer) note('session has ended')
  else if (screenOf !== undefined && screenOf !== encodeGlobalId('Operator', viewer.userId))
    throw new AppError('unauthenticated', 'Somebody else has signed in to this browser.')
  return viewer
}
