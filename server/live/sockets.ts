import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ExecutionResult, GraphQLError } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { credentialOf } from '../domain/sessions/find-current-viewers.ts'
import { topics } from '../events/bus.ts'
import { showError, showErrors } from '../graphql/kit/show-error.ts'
import { GRAPHQL_PATH, type Yoga } from '../graphql/server.ts'
import { describeError } from '../process/describe-error.ts'
import type { Services } from '../services.ts'
import { checkVisitors } from './check-visitors.ts'
import { enterSocket, leaveSocket } from './enter-socket.ts'
import { type PreparedOperation, prepareOperation } from './prepare-operation.ts'
import {
  closeSocket,
  isOperatorSocket,
  isVisitorSocket,
  type Socket,
  type SocketContext,
  TRY_AGAIN_LATER,
} from './socket.ts'
import { WaitingSockets } from './waiting-sockets.ts'
import { watchAccess } from './watch-access.ts'

/** A socket that does not answer a ping before the next one is dead: a closed laptop is noticed within 20 s. */
const PING_MS = 10_000
const MESSAGE_BYTES = 256 * 1024
/** How long a client has to say whose socket it is. */
const INIT_MS = 3_000
/** How long a client has to confirm that its socket is closed. */
const CLOSE_MS = 2_000
const TOO_MANY =
  'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
/** How long the visitors of a changed channel stay connected, so that they still hear that their chats were closed. */
const TELL_MS = 2_000

/** GraphQL over WebSocket, for subscriptions. See `enterSocket` for who may connect. */
export async function serveSockets(
  services: Services,
  yoga: Yoga,
  server: Server,
  { accessCheckMs }: { accessCheckMs?: number | undefined } = {},
): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>()
  // Without `server`: otherwise each error of the server (for example, a port in use) would be emitted here too.
  const options = {
    noServer: true,
    path: GRAPHQL_PATH,
    perMessageDeflate: false,
    maxPayload: MESSAGE_BYTES,
    // The types of the library do not know it yet.
    closeTimeout: CLOSE_MS,
  }
  const wss = new WebSocketServer(options)
  const waiting = new WaitingSockets(services.env)
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!waiting.enter(request)) {
      socket.end(TOO_MANY)
      return
    }
    socket.once('close', () => waiting.leave(request))
    wss.handleUpgrade(request, socket, head, (client) => wss.emit('connection', client, request))
  }
  server.on('upgrade', upgrade)
  const disposable = useServer<Record<string, unknown>, Socket>(
    {
      isProd: services.env.mode !== 'development',
      execute: (args) => settle(() => (args as PreparedOperation).rootValue.execute(args)),
      subscribe: (args) => settle(() => (args as PreparedOperation).rootValue.subscribe(args)),
      connectionInitWaitTimeout: INIT_MS,
      onConnect: (context) =>
        enterSocket(services, sockets, context as SocketContext)
          .catch((error) => {
            showError(services, error)
            ;(context as SocketContext).extra.socket.close(TRY_AGAIN_LATER, 'Connect again in a moment.')
            return false
          })
          .finally(() => waiting.leave((context as SocketContext).extra.request)),
      // Not onDisconnect, which is not called for a socket that closes while it is being opened.
      onClose: ({ extra }) => leaveSocket(services, sockets, extra as Socket),
      // An exception would end the socket, with every other operation on it.
      onSubscribe: (context, id, payload) =>
        prepareOperation(services, yoga, context as SocketContext, id, payload).catch((error) => [
          showError(services, error),
        ]),
      onError: (_context, _id, _payload, errors) => showErrors(services, errors),
      onNext: (_context, _id, _payload, _args, result) =>
        result.errors && { ...result, errors: showErrors(services, result.errors) },
    },
    wss,
    PING_MS,
  )
  const unsubscribe = await services.bus.subscribe(topics.access, (message) =>
    endSockets(services, sockets, message),
  )
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

async function settle<Result>(run: () => Promise<Result> | Result): Promise<Result | ExecutionResult> {
  try {
    return await run()
  } catch (error) {
    return { errors: [error as GraphQLError] }
  }
}

function endSockets(services: Services, sockets: Set<Socket>, message: string): void {
  const change = JSON.parse(message) as Record<string, string[]>
  // A process of an earlier version sends no tokens and no channels.
  const { userIds, sessionIds, tokenIds = [], visitorIds, channelIds = [] } = change
  const ended = new Set([...(sessionIds ?? []), ...tokenIds])
  for (const extra of sockets) {
    const { principal } = extra
    if (principal.kind === 'visitor' && visitorIds?.includes(principal.visitorId))
      closeSocket(extra, 'changed')
    if (!isOperatorSocket(extra)) continue
    if (ended.has(credentialOf(extra.principal))) closeSocket(extra, 'ended')
    else if (userIds?.includes(extra.principal.userId)) closeSocket(extra, 'changed')
  }
  if (channelIds.length > 0) setTimeout(() => checkChannels(services, sockets, channelIds), TELL_MS).unref()
}

function checkChannels(services: Services, sockets: Set<Socket>, channelIds: string[]): void {
  const ofChannels = [...sockets]
    .filter(isVisitorSocket)
    .filter(({ principal }) => channelIds.includes(principal.channelId))
  checkVisitors(services, ofChannels, closeSocket).catch((error) =>
    services.log.warn(describeError(error), 'the access of visitors cannot be checked'),
  )
}
