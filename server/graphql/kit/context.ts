import type { Principal } from '../../domain/principal.ts'
import type { Viewer } from '../../domain/viewer.ts'
import { AppError } from '../../errors.ts'
import type { CallingPage } from '../../http/calling-page.ts'
import type { Services } from '../../services.ts'
import type { AnswerMeter } from './answer-meter.ts'
import type { Loaders } from './loaders.ts'
import type { Spending } from './spending.ts'

/** What an HTTP request can do besides answering: sign-in sets a cookie. Absent on a WebSocket. */
export interface HttpExchange {
  /** Identifies the request in log lines. */
  requestId: string
  /** The caller's IP address, as far as TRUST_PROXY makes it known. */
  address: string
  userAgent: string | null
  /** The first language of the browser (BCP 47). */
  language: string | null
  /** The page of a website that it comes from. */
  calledFrom: CallingPage
  /** The cookie that the browser kept from an earlier sign-in. */
  device: string | undefined
  /** Sets the session cookie, or removes it with null. */
  setSession(session: { token: string; expiresAt: Date } | null): void
  /** Makes the browser remember that somebody has signed in there. */
  setDevice(device: string): void
  /** After how many seconds the caller should try again. */
  setRetryAfter(seconds: number): void
  /** Other headers of the answer. */
  setHeaders(headers: Record<string, string>): void
}

export interface GraphQLContext {
  services: Services
  /** The operator or visitor who makes the request; null for somebody who is not signed in. */
  principal: Principal | null
  /** The principal if it is an operator; null for a visitor, so that code that needs a viewer treats them as nobody. */
  viewer: Viewer | null
  http: HttpExchange | null
  loaders: Loaders
  /** How large the answer has become. */
  answer: AnswerMeter
  /** What the operation cost its caller; absent until it is known, and for the events of a subscription. */
  spending?: Spending
  /** True while one event is executed for all screens that may see the same: there is no single viewer. */
  shared: boolean
}

/** The part of a context that says who acts. */
export function actedBy(principal: Principal | null): Pick<GraphQLContext, 'principal' | 'viewer'> {
  return { principal, viewer: principal?.kind === 'operator' ? principal : null }
}

/** The refusal of a request without a valid session or token. */
export function notSignedIn(): AppError {
  return new AppError('unauthenticated', 'Sign in first.')
}

/** The refusal of what only operators may do. */
export function visitorsCannot(): AppError {
  return new AppError('forbidden', 'Visitors cannot do this.')
}

/** The viewer of a field that is protected by a scope. Throws `unauthenticated`, and `forbidden` for a visitor. */
export function viewerOf({ principal, viewer }: GraphQLContext): Viewer {
  if (!viewer) throw principal ? visitorsCannot() : notSignedIn()
  return viewer
}

/** The HTTP exchange of a mutation that only works over HTTP. Throws `method_not_allowed` on a WebSocket. */
export function httpOf(context: GraphQLContext): HttpExchange {
  if (!context.http) throw new AppError('method_not_allowed', 'Send this mutation over HTTP.')
  return context.http
}
