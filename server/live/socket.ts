import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Context } from 'graphql-ws'
import type { WebSocket } from 'ws'
import type { Principal, VisitorPrincipal } from '../domain/principal.ts'
import type { Viewer } from '../domain/viewer.ts'
import type { CallingPage } from '../http/calling-page.ts'

/**
 * Close codes: the client has to sign in again, or to reconnect with what it may see now. The operator app
 * (`state/live/live.svelte.ts`) and the widget (`loader/socket.ts`) know them, too.
 */
export const UNAUTHENTICATED = 4401
const ACCESS_CHANGED = 4403
/** From the registry of RFC 6455: a store did not answer while the socket was opened, or its caller has too many. */
export const TRY_AGAIN_LATER = 1013

/** Node keeps a list for each length of a timer: those that end later than that share one. */
const LONGEST_TIMER_MS = 3_600_000

/** What is needed of a socket until it has said whose it is. */
export interface Arrival {
  request: IncomingMessage
  /** It does not count as waiting any more. */
  end(): void
}

/** An open socket. After `enterSocket`, it is known whose it is. */
export interface Socket extends Record<PropertyKey, unknown> {
  readonly socket: WebSocket
  /** The connection under it. */
  readonly stream: Duplex
  /** Null afterwards: the request would be a tenth of an open widget's memory. */
  arrival: Arrival | null
  principal: Principal
  calledFrom: CallingPage
  leave?: (at?: 'once') => Promise<void>
  /** Closes it when its token expires. */
  expiry?: NodeJS.Timeout | undefined
}
export type OperatorSocket = Socket & { principal: Viewer }
export type VisitorSocket = Socket & { principal: VisitorPrincipal }
export type SocketContext = Context<Record<string, unknown>, Socket>

/** Whether the credential of a socket has ended, or its permissions have changed since the socket was opened. */
export type AccessChange = 'ended' | 'changed'

/** Whether an operator is signed in on the socket. */
export function isOperatorSocket(socket: Socket): socket is OperatorSocket {
  return socket.principal.kind === 'operator'
}

/** Whether a visitor of the widget is signed in on the socket. */
export function isVisitorSocket(socket: Socket): socket is VisitorSocket {
  return socket.principal.kind === 'visitor'
}

/** Closes the socket, so that its client connects again with the access that it has then. */
export function closeSocket({ socket, leave }: Socket, change: AccessChange): void {
  socket.close(ACCESS_CHANGED, 'Your access has changed. Connect again.')
  // Someone who signed out or lost access is offline immediately; one who reconnects with other rights was never away.
  if (change === 'ended') void leave?.('once')
}

/** Closes the socket at that moment, unless its `expiry` is cleared before. */
export function closeAt(extra: Socket, moment: Date): void {
  const wait = moment.getTime() - Date.now()
  const end = () => (wait > LONGEST_TIMER_MS ? closeAt(extra, moment) : closeSocket(extra, 'ended'))
  extra.expiry = setTimeout(end, Math.max(0, Math.min(wait, LONGEST_TIMER_MS))).unref()
}
