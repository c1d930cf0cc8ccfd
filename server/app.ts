import { createReadStream, existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastifyHelmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import { type FastifyError, type FastifyInstance, fastify } from 'fastify'
import { socketSources } from './content-security-policy.ts'
import { AppError } from './errors.ts'
import { createGraphQLServer, GRAPHQL_PATH } from './graphql/server.ts'
import { serveSockets } from './graphql/sockets.ts'
import { paths } from './paths.ts'
import { botRoutes } from './rest/bot.ts'
import { channelRoutes } from './rest/channel.ts'
import { sendError } from './rest/error-reply.ts'
import { fileRoutes } from './rest/files.ts'
import { healthRoutes } from './rest/health.ts'
import { givenRequestId, requestIdOf } from './rest/request-id.ts'
import type { Services } from './services.ts'

/** Longest GraphQL request in bytes. */
const GRAPHQL_BYTES = 512 * 1024

export interface App {
  /** The port it listens on. */
  port: number
  /** Says that it is not ready any more, and goes on with its work: balancers look elsewhere. */
  drain(): void
  /** Takes no new connections, finishes what is in hand, closes the sockets. */
  stop(): Promise<void>
}

/**
 * Starts to listen: REST adapters, GraphQL over HTTP and WebSocket, the operator app. A process that only works
 * (`ROLE=worker`) answers the health routes and nothing else.
 */
export async function startApp(services: Services): Promise<App> {
  const { env } = services
  const app = fastify({
    logger: false,
    trustProxy: env.http.trustProxy,
    forceCloseConnections: 'idle',
    // What arrives on an open connection while the process stops is in hand too.
    return503OnClosing: false,
    genReqId: requestIdOf,
    requestIdHeader: false,
    // What Fastify refuses before it looks for a route: an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => sendError(services, error, request, reply),
    routerOptions: { maxParamLength: 255, ignoreTrailingSlash: true },
  })
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(services, error, request, reply))
  app.setNotFoundHandler(async () => {
    throw nothingHere()
  })
  const state = { draining: false }
  app.addHook('onRequest', async ({ url, raw }, reply) => {
    const requestId = givenRequestId(raw)
    if (requestId) reply.raw.setHeader('x-request-id', requestId)
    // No text of PostgreSQL holds a NUL, so nothing can be there, and asking for it would be an error of ours.
    if (url.split('?', 1)[0]?.includes('%00')) throw nothingHere()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // The next request on this connection goes to a process that stays.
    if (state.draining) reply.header('connection', 'close')
    done()
  })
  countRequests(app, services)
  await app.register(healthRoutes, { services, state })
  const closeSockets = env.role === 'worker' ? null : await serveWeb(app, services)
  await app.listen({ port: env.http.port, host: env.http.host })
  const address = app.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : env.http.port,
    drain() {
      state.draining = true
    },
    async stop() {
      state.draining = true
      const closed = closeListener(app.server)
      await closeSockets?.()
      // A request that does not come to its end (a slow upload, half a head) must not hold up the end of the process.
      const timer = setTimeout(() => app.server.closeAllConnections(), env.shutdownMs / 2)
      await closed
      clearTimeout(timer)
      await app.close()
    },
  }
}

/** For so long at most it is waited for a moment in which nobody connects. */
const QUIET_WITHIN_MS = 3_000
/** A turn of the event loop in which nobody else had time to connect. */
const QUIET_TURN_MS = 2

/**
 * Takes no new connections; resolves when those that are open have ended. Who has connected and was not accepted yet
 * would be reset, with a request that no balancer may send twice: it looks for a moment in which that is nobody.
 */
async function closeListener(server: Server): Promise<void> {
  let connected = true
  const note = () => {
    connected = true
  }
  server.on('connection', note)
  const deadline = performance.now() + QUIET_WITHIN_MS
  for (let turn = performance.now(); performance.now() < deadline; turn = performance.now()) {
    connected = false
    await nextTurn()
    if (!connected && performance.now() - turn < QUIET_TURN_MS) break
  }
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
}

/** Everything but the health routes. Returns what closes the sockets. */
async function serveWeb(app: FastifyInstance, services: Services): Promise<() => Promise<void>> {
  await app.register(channelRoutes, { services })
  await app.register(botRoutes, { services })
  await app.register(fileRoutes, { services })
  const yoga = createGraphQLServer(services)
  app.route({
    url: GRAPHQL_PATH,
    method: ['GET', 'POST', 'OPTIONS'],
    bodyLimit: GRAPHQL_BYTES,
    handler: (req, reply) => yoga.handleNodeRequestAndResponse(req, reply, { req, reply }),
  })
  await app.register(pages, { services })
  await app.ready()
  return serveSockets(services, yoga, app.server)
}

function countRequests(app: FastifyInstance, { metrics }: Services): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'unknown'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    metrics.requests.inc({ method, route, status: reply.statusCode })
    metrics.requestSeconds.observe({ method, route, status }, reply.elapsedTime / 1000)
  })
}

/** The operator app: one page for all of its addresses, and `schema.graphql` for those who write programs. */
async function pages(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const secure = services.env.http.publicUrl.startsWith('https:')
  await app.register(fastifyHelmet, {
    strictTransportSecurity: secure,
    crossOriginEmbedderPolicy: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'img-src': ["'self'", 'https:', 'http:', 'data:', 'blob:'],
        'media-src': ["'self'", 'https:', 'http:', 'blob:'],
        'style-src': ["'self'", "'unsafe-inline'"],
        'connect-src': ["'self'", (request) => socketSources(services.env.http.publicUrl, request)],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'object-src': ["'none'"],
      },
    },
  })
  app.get('/schema.graphql', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(createReadStream(paths.schema)),
  )
  if (!existsSync(paths.operatorApp)) return
  // Names of assets carry a digest of their content; everything else is asked for anew.
  await app.register(fastifyStatic, {
    root: `${paths.operatorApp}/assets`,
    prefix: '/assets/',
    maxAge: '1y',
    immutable: true,
    decorateReply: false,
  })
  await app.register(fastifyStatic, {
    root: paths.operatorApp,
    wildcard: false,
    index: false,
    globIgnore: ['assets/**'],
  })
  app.get('/*', async (request, reply) => {
    // Programs that miss an address get the JSON answer; people get the app, which tells them.
    if (!request.headers.accept?.includes('text/html')) throw nothingHere()
    return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false })
  })
}

function nothingHere(): AppError {
  return new AppError('not_found', 'There is nothing at this address.')
}
