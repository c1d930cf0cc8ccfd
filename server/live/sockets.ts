import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLError,
  getOperationAST,
} from 'graphql'
import { type Context, MessageType, type SubscribeMessage } from 'graphql-ws'
import { type Extra, useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { authenticate, type Credentials } from '../authenticate.ts'
import { credentialOf } from '../domain/sessions/find-current-viewers.ts'
import type { Viewer } from '../domain/viewer.ts'
import { AppError } from '../errors.ts'
import { topics } from '../events/bus.ts'
import { refuseCost } from '../graphql/operation-limits.ts'
import { GRAPHQL_PATH, type Yoga } from '../graphql/server.ts'
import { showError } from '../graphql/show-error.ts'
import type { Services } from '../services.ts'
import { type SharedSubscription, subscribeShared } from './execute-shared.ts'
import { type AccessChange, watchAccess } from './watch-access.ts'

/** A socket that does not answer a ping before the next one is dead: a closed laptop is noticed within 20 s. */
const PING_MS = 10_000
const MESSAGE_BYTES = 256 * 1024
/** Close codes: the client has to sign in again, or to reconnect with what it may see now. */
const UNAUTHENTICATED = 4401
const ACCESS_CHANGED = 4403
/** From the registry of RFC 6455: a store did not answer while the socket was opened. */
const TRY_AGAIN_LATER = 1013
/** How long a client has to confirm the close when the process ends. */
const CLOSE_MS = 2_000
/** A screen needs one subscription and a few other operations. */
const OPERATIONS_AT_ONCE = 50

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** What is known about an open socket after `enter`. */
type Socket = Extra &
  Record<PropertyKey, unknown> & {
    viewer: Viewer
    leave?: (at?: 'once') => Promise<void>
    /** Closes it when its API token expires. */
    expiry?: NodeJS.Timeout | undefined
  }
type SocketContext = Context<Record<string, unknown>, Socket>
/** What `onSubscribe` prepares and `execute` and `subscribe` get. */
type Prepared = ExecutionArgs & { rootValue: ReturnType<Yoga['getEnveloped']> }

/** GraphQL over WebSocket, for subscriptions. Anyone connected with a session counts as present. */
export async function serveSockets(
  services: Services,
  yoga: Yoga,
  server: Server,
  { accessCheckMs }: { accessCheckMs?: number | undefined } = {},
): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>()
  // Without `server`: otherwise each error of the server (for example, a port in use) would be emitted here too.
  const wss = new WebSocketServer({
    noServer: true,
    path: GRAPHQL_PATH,
    perMessageDeflate: false,
    maxPayload: MESSAGE_BYTES,
  })
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    wss.handleUpgrade(request, socket, head, (client) => wss.emit('connection', client, request))
  server.on('upgrade', upgrade)
  const disposable = useServer<Record<string, unknown>, Socket>(
    {
      isProd: services.env.mode !== 'development',
      execute: (args) => settle(() => (args as Prepared).rootValue.execute(args)),
      subscribe: (args) => settle(() => (args as Prepared).rootValue.subscribe(args)),
      onConnect: (context) =>
        enter(services, sockets, context as SocketContext).catch((error) => {
          showError(services, error)
          ;(context as SocketContext).extra.socket.close(TRY_AGAIN_LATER, 'Connect again in a moment.')
          return false
        }),
      // Not onDisconnect, which is not called for a socket that closes while it is being opened.
      onClose: ({ extra }) => leave(services, sockets, extra as Socket),
      // An exception would end the socket, with every other operation on it.
      onSubscribe: (context, id, payload) =>
        prepare(services, yoga, context as SocketContext, id, payload).catch((error) => [
          showError(services, error),
        ]),
      onError: (_context, _id, _payload, errors) => showErrors(services, errors),
      onNext: (_context, _id, _payload, _args, result) =>
        result.errors && { ...result, errors: showErrors(services, result.errors) },
    },
    wss,
    PING_MS,
  )
  const unsubscribe = await services.bus.subscribe(topics.access, (message) => endSockets(sockets, message))
  const unwatch = watchAccess(services, { sockets, close: closeSocket, everyMs: accessCheckMs })
  return async () => {
    unwatch()
    unsubscribe()
    server.off('upgrade', upgrade)
    // A client that does not answer the close frame, like a closed laptop, must not delay the end of the process.
    const timer = setTimeout(() => wss.clients.forEach((client) => void client.terminate()), CLOSE_MS)
    await disposable.dispose()
    clearTimeout(timer)
  }
}

async function enter(services: Services, sockets: Set<Socket>, { extra, connectionParams }: SocketContext) {
  const { headers } = extra.request
  const isOwn = isOwnOrigin(services, headers)
  const authorization = authorizationOf(connectionParams)
  const viewer = await findViewer(services, extra, {
    // A page of another origin can open a socket with our cookie; only our own pages may use it.
    cookieHeader: isOwn ? headers.cookie : undefined,
    authorization: authorization ?? headers.authorization,
    fromPage: isOwn && authorization === undefined,
    // Behind a proxy it would be the proxy's address.
    address: services.env.http.trustProxy ? undefined : extra.request.socket.remoteAddress,
  })
  if (!viewer) return false
  if (extra.socket.readyState !== extra.socket.OPEN) return false
  extra.viewer = viewer
  sockets.add(extra)
  services.metrics.sockets.inc()
  if (viewer.apiToken?.expiresAt) extra.expiry = closeAt(extra, viewer.apiToken.expiresAt)
  const { accountId, userId, sessionId } = viewer
  if (!sessionId) return true
  const { counted, leave } = services.presence.connect({ accountId, userId, sessionId })
  // Set before the first await: a socket may close at any moment, and nobody may stay online without one.
  extra.leave = leave
  await counted
  return true
}

/** Clients write `Authorization` in the connection parameters as they would in a header, in any case. */
function authorizationOf(params: SocketContext['connectionParams']): string | undefined {
  const [, value] =
    Object.entries(params ?? {}).find(([name]) => name.toLowerCase() === 'authorization') ?? []
  return value === undefined || value === null ? undefined : String(value)
}

/** Closes the socket, with the reason, when the caller has no access. */
async function findViewer(
  services: Services,
  { socket }: Socket,
  credentials: Credentials,
): Promise<Viewer | null> {
  try {
    const viewer = await authenticate(services, credentials)
    if (!viewer) socket.close(UNAUTHENTICATED, 'Sign in first.')
    return viewer
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unauthenticated') throw error
    socket.close(UNAUTHENTICATED, error.message)
    return null
  }
}

async function leave({ metrics }: Services, sockets: Set<Socket>, extra: Socket): Promise<void> {
  if (!sockets.delete(extra)) return
  metrics.sockets.dec()
  clearTimeout(extra.expiry)
  await extra.leave?.()
}

function isOwnOrigin({ env }: Services, { origin, host }: { origin?: string; host?: string }): boolean {
  if (!origin || !URL.canParse(origin)) return false
  return origin === new URL(env.http.publicUrl).origin || new URL(origin).host === host
}

async function prepare(
  services: Services,
  yoga: Yoga,
  { extra, subscriptions }: SocketContext,
  id: string,
  { query, operationName, variables }: SubscribeMessage['payload'],
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  // A client that does not answer the close frame could otherwise continue with its old rights.
  if (extra.socket.readyState !== extra.socket.OPEN) {
    return [showError(services, new AppError('unauthenticated', 'This connection is closing.'))]
  }
  if (Object.keys(subscriptions).length > OPERATIONS_AT_ONCE) {
    return [showError(services, new AppError('too_many_requests', 'Too many operations at once.'))]
  }
  const socketContext = { services, viewer: extra.viewer, http: null, shared: false }
  const enveloped = yoga.getEnveloped({ socketContext, params: { query, operationName, variables } } as never)
  const document: DocumentNode = enveloped.parse(query)
  const errors = enveloped.validate(enveloped.schema, document)
  if (errors.length > 0) return showErrors(services, errors as readonly Error[])
  const operation = { schema: enveloped.schema, document, operationName, variableValues: variables }
  const isSubscription = getOperationAST(document, operationName)?.operation === 'subscription'
  // Here and not on execution, which happens for every event of a subscription.
  const tooMuch = isSubscription ? refuseCost(services, operation) : []
  if (tooMuch.length > 0) return tooMuch
  const args = { ...operation, contextValue: await enveloped.contextFactory() }
  const send = resultSender(extra, id)
  const subscribe = () => subscribeShared({ ...args, query, send } as unknown as SharedSubscription)
  return { ...args, rootValue: isSubscription ? { ...enveloped, subscribe } : enveloped } as ExecutionArgs
}

async function settle<Result>(run: () => Promise<Result> | Result): Promise<Result | ExecutionResult> {
  try {
    return await run()
  } catch (error) {
    return { errors: [error as GraphQLError] }
  }
}

/** What the caller is told, without extensions that are for HTTP only. */
function showErrors(services: Services, errors: readonly Error[]): GraphQLError[] {
  return errors.map((each) => {
    const error = showError(services, each)
    delete error.extensions.http
    return error
  })
}

/** Sends results that are already JSON in a Next message of the protocol (graphql-transport-ws). */
function resultSender({ socket }: Socket, id: string): (result: string) => Promise<void> {
  const head = `{"id":${JSON.stringify(id)},"type":"${MessageType.Next}","payload":`
  return (result) =>
    new Promise((resolve) => {
      // A socket that closes ends its subscription; results that it no longer gets are not an error.
      if (socket.readyState === socket.OPEN) socket.send(`${head}${result}}`, () => resolve())
      else resolve()
    })
}

function endSockets(sockets: Set<Socket>, message: string): void {
  // A process of an earlier version sends no tokens.
  const { userIds, sessionIds, tokenIds = [] } = JSON.parse(message) as Record<string, string[]>
  const ended = new Set([...(sessionIds ?? []), ...tokenIds])
  for (const extra of sockets) {
    if (ended.has(credentialOf(extra.viewer))) closeSocket(extra, 'ended')
    else if (userIds?.includes(extra.viewer.userId)) closeSocket(extra, 'changed')
  }
}

function closeSocket({ socket, leave }: Socket, change: AccessChange): void {
  socket.close(ACCESS_CHANGED, 'Your access has changed. Connect again.')
  // Someone who signed out or lost access is offline immediately; one who reconnects with other rights was never away.
  if (change === 'ended') void leave?.('once')
}

/** Times beyond the longest possible timer are left to the check that runs all the time. */
function closeAt(extra: Socket, moment: Date): NodeJS.Timeout | undefined {
  const wait = moment.getTime() - Date.now()
  if (wait > LONGEST_TIMER_MS) return undefined
  return setTimeout(() => closeSocket(extra, 'ended'), Math.max(0, wait)).unref()
}
