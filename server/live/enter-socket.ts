import type { IncomingMessage } from 'node:http'
import { authenticate, type Credentials, SCREEN_HEADER } from '../authenticate.ts'
import { startPresence } from '../domain/operators/presence/start-presence.ts'
import type { Principal, VisitorPrincipal } from '../domain/principal.ts'
import { requireWebsite } from '../domain/visits/require-website.ts'
import { AppError } from '../errors.ts'
import { transient } from '../events/live-event.ts'
import { type CallingPage, callingPageOf } from '../http/calling-page.ts'
import { describeError } from '../process/describe-error.ts'
import type { Services } from '../services.ts'
import type { OpenSockets } from './open-sockets.ts'
import { closeAt, type Socket, type SocketContext, TRY_AGAIN_LATER, UNAUTHENTICATED } from './socket.ts'

/**
 * How many sockets one visitor may have to a process. The tabs of a browser share one where they can; a program could
 * otherwise open them with one token until there is no memory left.
 */
export const MOST_OF_VISITOR = 100

/** The same of an operator's session or API token: each tab of a browser has one, and so has each part of a program. */
export const MOST_OF_CREDENTIAL = 200

/**
 * Accepts a socket with a credential. An operator with a session counts as present while the socket is open; programs
 * and visitors do not. Returns false for a socket that must not be used.
 */
export async function enterSocket(
  services: Services,
  sockets: OpenSockets,
  { extra, connectionParams }: SocketContext,
  request: IncomingMessage,
): Promise<boolean> {
  const { headers } = request
  const calledFrom = callingPageOf(services.env, headers)
  const { isOwn } = calledFrom
  const authorization = authorizationOf(connectionParams)
  const principal = await findPrincipal(services, extra, calledFrom, {
    // A page of another origin can open a socket with our cookie; only our own pages may use it.
    cookieHeader: isOwn ? headers.cookie : undefined,
    authorization: authorization ?? headers.authorization,
    fromPage: isOwn && authorization === undefined,
    screenOf: connectionParams?.[SCREEN_HEADER],
    // Behind a proxy it would be the proxy's address.
    address: services.env.http.trustProxy ? undefined : request.socket.remoteAddress,
  })
  if (!principal) return false
  if (extra.socket.readyState !== extra.socket.OPEN) return false
  if (principal.kind === 'visitor' && services.visitorPresence.socketsOf(principal) >= MOST_OF_VISITOR) {
    extra.socket.close(TRY_AGAIN_LATER, 'This visitor has too many connections.')
    return false
  }
  if (principal.kind === 'operator' && sockets.countOf(principal) >= MOST_OF_CREDENTIAL) {
    extra.socket.close(TRY_AGAIN_LATER, 'This session or API token has too many connections.')
    return false
  }
  extra.principal = principal
  extra.calledFrom = calledFrom
  sockets.add(extra)
  services.metrics.sockets.inc({ of: principal.kind })
  const expiresAt = principal.kind === 'visitor' ? principal.token.expiresAt : principal.apiToken?.expiresAt
  if (expiresAt) closeAt(extra, expiresAt)
  if (principal.kind === 'visitor') return enterSite(services, extra, principal)
  if (!principal.sessionId) return true
  const { accountId, userId, sessionId } = principal
  const { counted, leave } = services.presence.connect({ accountId, userId, sessionId })
  // Set before the first await: a socket may close at any moment, and nobody may stay online without one.
  extra.leave = leave
  await counted
  // The sweep does it when the database is away now.
  startPresence(services.db, [userId]).catch((error) =>
    services.log.warn(describeError(error), 'the presence of an operator was not written'),
  )
  return true
}

/** Operators see that the visitor is on the website while the socket is open. */
async function enterSite(
  { visitorPresence, announcer }: Services,
  extra: Socket,
  { accountId, channelId, visitorId }: VisitorPrincipal,
): Promise<true> {
  const { counted, leave } = visitorPresence.connect({ accountId, channelId, visitorId })
  const tell = () =>
    announcer.tell(transient('VISIT_CHANGED', { accountId, channelId, subjectId: visitorId }))
  extra.leave = () => leave().then(tell)
  await counted
  tell()
  return true
}

/** Ends what `enterSocket` began, once, however often it is called. */
export async function leaveSocket({ metrics }: Services, sockets: Set<Socket>, extra: Socket): Promise<void> {
  if (!sockets.delete(extra)) return
  metrics.sockets.dec({ of: extra.principal.kind })
  clearTimeout(extra.expiry)
  await extra.leave?.()
}

/** Clients write `Authorization` in the connection parameters as they would in a header, in any case. */
function authorizationOf(params: SocketContext['connectionParams']): string | undefined {
  const [, value] =
    Object.entries(params ?? {}).find(([name]) => name.toLowerCase() === 'authorization') ?? []
  return value === undefined || value === null ? undefined : String(value)
}

/** Closes the socket, with the reason, when the caller has no access. */
async function findPrincipal(
  services: Services,
  { socket }: Socket,
  calledFrom: CallingPage,
  credentials: Credentials,
): Promise<Principal | null> {
  try {
    const principal = await authenticate(services, credentials)
    if (!principal) socket.close(UNAUTHENTICATED, 'Sign in first.')
    await requireWebsite(services, principal, calledFrom)
    return principal
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    socket.close(UNAUTHENTICATED, error.message)
    return null
  }
}
