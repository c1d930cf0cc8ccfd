import { createReadStream, existsSync } from 'node:fs'
import fastifyHelmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify'
import { TOKEN_LENGTH } from './domain/bots/settings/bot-fields.ts'
import { AppError } from './errors.ts'
import { requireQuery } from './graphql/kit/require-query.ts'
import { toRefusedRequest } from './graphql/kit/user-error.ts'
import { createGraphQLServer, GRAPHQL_PATH } from './graphql/server.ts'
import { allowWebsites } from './http/allow-websites.ts'
import { closeListener } from './http/close-listener.ts'
import { socketSources } from './http/content-security-policy.ts'
import { serveSockets } from './live/sockets.ts'
import { paths } from './paths.ts'
import { answerClientError } from './rest/answer-client-error.ts'
import { archiveExportRoutes } from './rest/archive-export/routes.ts'
import { botRoutes } from './rest/bot.ts'
import { callRoutes } from './rest/calls.ts'
import { channelRoutes } from './rest/channel.ts'
import { demoRoutes } from './rest/demo.ts'
import { sendError } from './rest/error-reply.ts'
import { fileRoutes } from './rest/files.ts'
import { healthRoutes } from './rest/health.ts'
import { limitBodies, REQUEST_LIMITS, type RequestLimits } from './rest/limit-bodies.ts'
import { shedLoad } from './rest/load-shedding/shed-load.ts'
import { mailRoutes } from './rest/mail.ts'
import { openApiDocument } from './rest/openapi/document.ts'
import { givenRequestId, requestIdOf } from './rest/request-id.ts'
import { readJson, refuseOtherMethods } from './rest/rest-rules.ts'
import { traceRequests } from './rest/trace-requests.ts'
import { unsubscribeRoutes } from './rest/unsubscribe.ts'
import { visitorPhotoRoutes } from './rest/visitor-photos.ts'
import { widgetRoutes } from './rest/widget.ts'
import type { Services } from './services.ts'

/** Longest GraphQL request in bytes. */
const GRAPHQL_BYTES = 512 * 1024

export interface App {
  /** The port it listens on. */
  port: number
  /** Reports that it is no longer ready, and continues its work: balancers use other processes. */
  drain(): void
  /** Accepts no new connections, finishes running work, closes the sockets. */
  stop(): Promise<void>
}

/** Intervals that tests shorten. */
export interface Timing {
  /** How often sockets' access is checked without an announcement. */
  accessCheckMs?: number | undefined
  /** How long requests may take. */
  limits?: RequestLimits | undefined
}

/**
 * Starts to listen: REST adapters, GraphQL over HTTP and WebSocket, the operator app. A process that only works
 * (`ROLE=worker`) answers the health routes and nothing else.
 */
export async function startApp(services: Services, timing: Timing = {}): Promise<App> {
  const { env } = services
  const { limits = REQUEST_LIMITS } = timing
  const app = fastify({
    logger: false,
    trustProxy: env.http.trustProxy,
    forceCloseConnections: 'idle',
    requestTimeout: limits.upload.wholeMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.everyMs },
    clientErrorHandler: answerClientError,
    routerOptions: {
      // A character of a bot's token may take three in an address.
      maxParamLength: 3 * TOKEN_LENGTH,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
    },
    // Requests that arrive on an open connection while the process stops are answered too.
    return503OnClosing: false,
    genReqId: requestIdOf,
    requestIdHeader: false,
    // Errors before Fastify looks for a route: an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => sendError(services, error, request, reply),
  })
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(services, error, request, reply))
  app.setNotFoundHandler(async () => {
    throw nothingHere()
  })
  traceRequests(app, services)
  const state = { draining: false }
  app.addHook('onRequest', ({ url, raw }, reply, done) => {
    const requestId = givenRequestId(raw)
    if (requestId) reply.raw.setHeader('x-request-id', requestId)
    // No text in PostgreSQL contains a NUL, so nothing can match, and the query would be an error of ours.
    done(url.split('?', 1)[0]?.includes('%00') ? nothingHere() : undefined)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // The client's next request then goes to a process that keeps running.
    if (state.draining) reply.header('connection', 'close')
    done()
  })
  countRequests(app, services)
  shedLoad(app, services)
  limitBodies(app, limits)
  const refuse = refuseOtherMethods(app)
  await app.register(healthRoutes, { services, state })
  const openSockets = env.role === 'worker' ? null : await serveWeb(app, services, timing)
  refuse()
  await app.ready()
  const closeSockets = await openSockets?.()
  await app.listen({ port: env.http.port, host: env.http.host }).catch(refuseHost)
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
      // A request that never completes (a slow upload, half a head) must not hold up the end of the process.
      const timer = setTimeout(() => app.server.closeAllConnections(), env.shutdownMs / 2)
      await closed
      clearTimeout(timer)
      await app.close()
    },
  }
}

/** A name of which nobody knows the address looks like that of a store that is away. */
function refuseHost(error: NodeJS.ErrnoException & { hostname?: string }): never {
  if (error.syscall !== 'getaddrinfo') throw error
  throw Object.assign(error, { code: 'EADDRNOTAVAIL', address: error.hostname })
}

/** Everything but the health routes. Returns a function that opens the sockets, for when every route is there; it returns one that closes them. */
async function serveWeb(
  app: FastifyInstance,
  services: Services,
  timing: Timing,
): Promise<() => Promise<() => Promise<void>>> {
  await app.register(channelRoutes, { services })
  await app.register(botRoutes, { services })
  await app.register(callRoutes, { services })
  await app.register(mailRoutes, { services })
  await app.register(fileRoutes, { services })
  await app.register(visitorPhotoRoutes, { services })
  await app.register(archiveExportRoutes, { services })
  await app.register(widgetRoutes, { isWorkedOn: services.env.mode === 'development' })
  await app.register(demoRoutes, { services })
  await app.register(unsubscribeRoutes, { services })
  const yoga = createGraphQLServer(services)
  await app.register(async (route) => {
    allowWebsites(route, services)
    route.removeAllContentTypeParsers()
    route.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, bytes: Buffer) => readJson(bytes).body,
    )
    route.route({
      url: GRAPHQL_PATH,
      config: { urgency: 'graphql' },
      method: ['GET', 'POST', 'OPTIONS'],
      bodyLimit: GRAPHQL_BYTES,
      preValidation: requireQuery,
      errorHandler: (error, request, reply) => sendError(services, error, request, reply, toRefusedRequest),
      handler: (req, reply) => yoga.handleNodeRequestAndResponse(req, reply, { req, reply }),
    })
  })
  await app.register(pages, { services })
  return () => serveSockets(services, yoga, app.server, timing)
}

function countRequests(app: FastifyInstance, { metrics }: Services): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'unknown'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    metrics.requests.inc({ method, route, status: reply.statusCode })
    metrics.requestSeconds.observe({ method, route, status }, reply.elapsedTime / 1000)
    done()
  })
}

/** The operator app: one page for all of its addresses, and the interfaces' schemas for those who write programs. */
async function pages(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const secure = services.env.http.publicUrl.startsWith('https:')
  await app.register(fastifyHelmet, {
    strictTransportSecurity: secure,
    crossOriginEmbedderPolicy: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        // Foreign servers only for files that visitors sent and an operator asked to see: nothing loads from them
        // automatically.
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
  const openApi = openApiDocument(services.env.http.publicUrl)
  app.get('/openapi.json', async () => openApi)
  if (!existsSync(paths.operatorApp)) return
  // Names of assets contain a digest of their content; everything else is requested again.
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
  const sendApp = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false })
  // A monitor asks for the first page without saying that it accepts HTML.
  app.get('/', async (_request, reply) => sendApp(reply))
  app.get('/*', async (request, reply) => {
    // Programs that miss an address get the JSON answer; people get the app, which tells them.
    if (!request.headers.accept?.includes('text/html')) throw nothingHere()
    return sendApp(reply)
  })
}

function nothingHere(): AppError {
  return new AppError('not_found', 'There is nothing at this address.')
}
