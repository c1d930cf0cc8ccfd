import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ExecutionResult, GraphQLError } from 'graphql'
import { handleProtocols, makeServer } from 'graphql-ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { credentialOf } from '../domain/sessions/find-current-viewers.ts'
import { topics } from '../events/bus.ts'
import { showError, showErrors } from '../graphql/kit/show-error.ts'
import { GRAPHQL_PATH, type Yoga } from '../graphql/server.ts'
import { describeError } from '../process/describe-error.ts'
import type { Services } from '../services.ts'
import { checkVisitors } from './check-visitors.ts'
import { Connection } from './connection.ts'
import { enterSocket, leaveSocket } from './enter-socket.ts'
import { Heartbeat } from './heartbeat.ts'
import { OpenSockets } from './open-sockets.ts'
import { type PreparedOperation, prepareOperation } from './prepare-operation.ts'
import {
  type Arrival,
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
/** From RFC 6455: the process ends. */
const GOING_AWAY = 1001
/** How long the visitors of a changed channel stay connected, so that they still hear that their chats were closed. */
const TELL_MS = 2_000

const ignore = () => {}

/** GraphQL over WebSocket, for subscriptions. See `enterSocket` for who may connect. */
export async function serveSockets(
  services: Services,
  yoga: Yoga,
  server: Server,
  { accessCheckMs }: { accessCheckMs?: number | undefined } = {},
): Promise<() => Promise<void>> {
  const sockets = new OpenSockets()
  // Without `server`: otherwise each error of the server (for example, a port in use) would be emitted here too.
  const options = {
    noServer: true,
    path: GRAPHQL_PATH,
    perMessageDeflate: false,
    handleProtocols,
    maxPayload: MESSAGE_BYTES,
    // The types of the library do not know it yet.
    closeTimeout: CLOSE_MS,
  }
  const wss = new WebSocketServer(options)
  const waiting = new WaitingSockets(services.env)
  const heartbeat = new Heartbeat(PING_MS)
  const protocol = makeServer<Record<string, unknown>, Socket>({
    execute: (args) => settle(() => (args as PreparedOperation).rootValue.execute(args)),
    subscribe: (args) => settle(() => (args as PreparedOperation).rootValue.subscribe(args)),
    connectionInitWaitTimeout: INIT_MS,
    onConnect: (context) => connect(services, sockets, context),
    // Not onDisconnect, which is not called for a socket that closes while it is being opened.
    onClose: ({ extra }) => leaveSocket(services, sockets, extra),
    // An exception would end the socket, with every other operation on it.
    onSubscribe: (context, id, payload) =>
      prepareOperation(services, yoga, context, id, payload).catch((error) => [showError(services, error)]),
    onError: (_context, _id, _payload, errors) => showErrors(services, errors),
    onNext: (_context, _id, _payload, _args, result) =>
      result.errors && { ...result, errors: showErrors(services, result.errors) },
  })
  const open = (socket: WebSocket, stream: Duplex, arrival: Arrival) => {
    // The library closes a socket that has an error.
    socket.on('error', ignore)
    const rest = heartbeat.add(socket)
    // Whose it is comes with the first message.
    const closed = protocol.opened(new Connection(socket, services.log), {
      socket,
      stream,
      arrival,
    } as Socket)
    socket.once('close', (code, reason) => {
      rest()
      closed(code, String(reason)).catch((error) =>
        services.log.error(describeError(error), 'a socket was not left'),
      )
    })
  }
  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const leave = waiting.enter(request)
    if (!leave) {
      stream.end(TOO_MANY)
      return
    }
    stream.once('close', leave)
    const end = () => {
      leave()
      stream.off('close', leave)
    }
    wss.handleUpgrade(request, stream, head, (socket) => open(socket, stream, { request, end }))
  }
  server.on('upgrade', upgrade)
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
    heartbeat.stop()
    for (const client of wss.clients) client.close(GOING_AWAY, 'Going away')
    await new Promise((resolve) => wss.close(resolve))
    clearTimeout(timer)
  }
}

async function connect(services: Services, sockets: OpenSockets, context: SocketContext): Promise<boolean> {
  const { extra } = context
  const { arrival } = extra
  if (!arrival) return false
  try {
    return await enterSocket(services, sockets, context, arrival.request)
  } catch (error) {
    showError(services, error)
    extra.socket.close(TRY_AGAIN_LATER, 'Connect again in a moment.')
    return false
  } finally {
    arrival.end()
    extra.arrival = null
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
