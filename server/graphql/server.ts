import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createGraphQLError, createYoga, type Plugin } from 'graphql-yoga'
import { authenticate } from '../authenticate.ts'
import type { Services } from '../services.ts'
import { deviceCookie, deviceOf, sessionCookie } from '../session-cookie.ts'
import type { GraphQLContext } from './context.ts'
import { createLoaders } from './loaders.ts'
import { operationLimits } from './operation-limits.ts'
import { schema } from './schema.ts'
import { showError } from './show-error.ts'
import { traceErrors } from './trace-errors.ts'

export const GRAPHQL_PATH = '/graphql'

/** What the HTTP route and the sockets pass in to build a context from. */
export type ServerContext =
  | { request: Request; req: FastifyRequest; reply: FastifyReply }
  | { socketContext: Omit<GraphQLContext, 'loaders'> }

export type Yoga = ReturnType<typeof createGraphQLServer>

/** GraphQL over HTTP. Operations are limited in `operation-limits.ts`; batching is off. */
export function createGraphQLServer(services: Services) {
  return createYoga<ServerContext, GraphQLContext>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    graphiql: services.env.introspection ? { subscriptionsProtocol: 'WS' } : false,
    logging: false,
    batching: false,
    // Only our own pages call it with a cookie; programs use a token and run outside browsers.
    cors: false,
    maskedErrors: { maskError: (error) => showError(services, error) },
    plugins: [
      useCSRFPrevention({ requestHeaders: ['x-graphql-yoga-csrf', 'authorization'] }),
      ...operationLimits(services),
      onSocketsOnly,
      answerAway,
      traceErrors(services),
    ],
    context: (initial) => buildContext(services, initial),
  })
}

/** A stream over HTTP would outlive the access of its viewer. Sockets, which are closed with it, subscribe by themselves. */
const onSocketsOnly: Plugin = {
  onSubscribe: ({ setResultAndStopExecution }) =>
    setResultAndStopExecution({
      errors: [
        createGraphQLError('Subscribe over WebSocket (graphql-transport-ws).', {
          extensions: { code: 'INVALID_REQUEST' },
        }),
      ],
    }),
}

async function buildContext(services: Services, initial: ServerContext): Promise<GraphQLContext> {
  const loaders = createLoaders(services)
  if ('socketContext' in initial) return { ...initial.socketContext, loaders }
  const { req, reply } = initial
  const viewer = await authenticate(services, {
    cookieHeader: req.headers.cookie,
    authorization: req.headers.authorization,
    address: req.ip,
    userAgent: req.headers['user-agent'],
  })
  return {
    services,
    viewer,
    loaders,
    shared: false,
    http: {
      requestId: req.id,
      address: req.ip,
      userAgent: req.headers['user-agent'] ?? null,
      device: deviceOf(req.headers.cookie),
      setSession: (session) => void reply.header('set-cookie', sessionCookie(services.env, session)),
      setDevice: (device) => void reply.header('set-cookie', deviceCookie(services.env, device)),
      setRetryAfter: (seconds) => void reply.header('retry-after', seconds),
    },
  }
}

/** An unavailable store fails the whole request with 503, for balancers and for clients that try again. */
const answerAway: Plugin = {
  onExecutionResult({ result, setResult }) {
    if (!result || Array.isArray(result) || !('errors' in result)) return
    if (!result.errors?.some(({ extensions }) => extensions.code === 'SERVICE_UNAVAILABLE')) return
    const http = { status: 503, headers: { 'retry-after': '2' } }
    setResult({ ...result, extensions: { ...result.extensions, http } })
  },
}
