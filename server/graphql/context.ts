import type { Viewer } from '../domain/viewer.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Loaders } from './loaders.ts'

/** What an HTTP request can do besides answering: sign-in sets a cookie. Absent on a WebSocket. */
export interface HttpExchange {
  /** What log lines know the request by. */
  requestId: string
  /** The caller's address, as far as TRUST_PROXY lets it be known. */
  address: string
  userAgent: string | null
  /** What the browser kept of an earlier sign-in. */
  device: string | undefined
  /** Sets the session cookie, or removes it with null. */
  setSession(session: { token: string; expiresAt: Date } | null): void
  /** Has the browser remember that somebody signed in there. */
  setDevice(device: string): void
  /** Seconds after which another try makes sense. */
  setRetryAfter(seconds: number): void
}

export interface GraphQLContext {
  services: Services
  /** Null when nobody is signed in. */
  viewer: Viewer | null
  http: HttpExchange | null
  loaders: Loaders
  /** True while one event is executed for all screens that see the same: nothing of a single viewer is known. */
  shared: boolean
}

export function notSignedIn(): AppError {
  return new AppError('not_signed_in', 'Sign in first.')
}

/** The viewer of a field that is protected by a scope. Throws `not_signed_in`. */
export function viewerOf(context: GraphQLContext): Viewer {
  if (!context.viewer) throw notSignedIn()
  return context.viewer
}

/** The HTTP exchange of a mutation that only works over HTTP. Throws `invalid_request` on a WebSocket. */
export function httpOf(context: GraphQLContext): HttpExchange {
  if (!context.http) throw new AppError('invalid_request', 'Send this mutation over HTTP: it sets a cookie.')
  return context.http
}
