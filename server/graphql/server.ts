import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention'
import { useDisableIntrospection } from '@graphql-yoga/plugin-disable-introspection'
import { PothosValidationError } from '@pothos/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError } from 'graphql'
import { createGraphQLError, createYoga, maskError, type Plugin } from 'graphql-yoga'
import { authenticate } from '../authenticate.ts'
import { AppError } from '../errors.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Services } from '../services.ts'
import { sessionCookie } from '../session-cookie.ts'
import type { GraphQLContext } from './context.ts'
import { createLoaders } from './loaders.ts'
import { schema } from './schema.ts'
import { knownCode, requestIdOfError, traceErrors } from './trace-errors.ts'
import { toUserError } from './user-error.ts'

export const GRAPHQL_PATH = '/graphql'

/** What the HTTP route and the sockets hand over to build a context from. */
export type ServerContext =
  | { request: Request; req: FastifyRequest; reply: FastifyReply }
  | { socketContext: Omit<GraphQLContext, 'loaders'> }

export type Yoga = ReturnType<typeof createGraphQLServer>

/** GraphQL over HTTP. Depth, breadth and cost are limited in `builder.ts`; aliases and tokens here; batches are off. */
export function createGraphQLServer(services: Services) {
  return createYoga<ServerContext, GraphQLContext>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    graphiql: services.env.introspection ? { subscriptionsProtocol: 'WS' } : false,
    logging: false,
    batching: false,
    // Only our own pages call it with a cookie; programs use a token and no browser.
    cors: false,
    maskedErrors: { maskError: (error, message) => showError(services, error, message) },
    plugins: [
      useCSRFPrevention({ requestHeaders: ['x-graphql-yoga-csrf', 'authorization'] }),
      ...(services.env.introspection ? [] : [useDisableIntrospection()]),
      onSocketsOnly,
      traceErrors(services),
      maxAliasesPlugin({ n: 30 }),
      maxTokensPlugin({ n: 3000 }),
    ],
    context: (initial) => buildContext(services, initial),
  })
}

/** A stream over HTTP would outlive the access behind it. Sockets, which are closed with it, subscribe by themselves. */
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
      setSession: (session) => void reply.header('set-cookie', sessionCookie(services.env, session)),
    },
  }
}

/** Refusals are shown with their code; what is a bug is logged and masked. */
function showError(services: Services, error: unknown, message: string): Error {
  const shown = shownError(services, error, message)
  const code = shown instanceof GraphQLError ? shown.extensions.code : undefined
  services.metrics.graphqlErrors.inc({ code: typeof code === 'string' ? knownCode(code) : 'INTERNAL_ERROR' })
  return shown
}

function shownError({ log }: Services, error: unknown, message: string): Error {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error
  const place = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {}
  if (original instanceof AppError) {
    const { code, message: text, field } = toUserError(original)
    return new GraphQLError(text, { ...place, extensions: { code, ...(field && { field }) } })
  }
  const refusal = original instanceof PothosValidationError ? original.message : malformedId(original)
  if (refusal) return createGraphQLError(refusal, { ...place, extensions: { code: 'INVALID_REQUEST' } })
  const masked = maskError(error, message)
  if (masked !== error && original instanceof Error) {
    const { message: reason, stack } = original
    log.error({ requestId: requestIdOfError(original), reason, stack }, 'a GraphQL field failed')
  }
  return masked
}

/** PostgreSQL was given something as a UUID that is none; ids that reach it are checked, but for those in cursors. */
function malformedId(error: unknown): string | null {
  const isMalformed = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2007'
  return isMalformed ? 'The cursor is none of ours. Take one from a page that was read before.' : null
}
