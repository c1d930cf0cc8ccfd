import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { execute, type GraphQLError } from 'graphql'
import { createGraphQLError, createYoga, type Plugin } from 'graphql-yoga'
import { authenticate, CSRF_HEADER, SCREEN_HEADER } from '../authenticate.ts'
import { requireWebsite } from '../domain/visits/require-website.ts'
import { WIDGET_HEADER } from '../http/allow-websites.ts'
import { callingPageOf } from '../http/calling-page.ts'
import { firstLanguage } from '../http/first-language.ts'
import { deviceCookie, deviceOf, sessionCookie } from '../http/session-cookie.ts'
import type { Services } from '../services.ts'
import { AnswerMeter } from './kit/answer-meter.ts'
import { actedBy, type GraphQLContext } from './kit/context.ts'
import { type RequestErrorCode, requestErrorCodes, userErrorCodes } from './kit/error-codes.ts'
import { lazyLoaders } from './kit/loaders.ts'
import { measureOperations } from './kit/measure-operations.ts'
import { operationLimits } from './kit/operation-limits.ts'
import { showError } from './kit/show-error.ts'
import { traceErrors } from './kit/trace-errors.ts'
import { schema } from './schema.ts'

export const GRAPHQL_PATH = '/graphql'

/** What the HTTP route and the sockets pass in to build a context from. */
export type ServerContext =
  | { request: Request; req: FastifyRequest; reply: FastifyReply }
  | { socketContext: Omit<GraphQLContext, 'loaders' | 'answer'> }

export type Yoga = ReturnType<typeof createGraphQLServer>

/** GraphQL over HTTP. Operations are limited in `operation-limits.ts`; batching is off. */
export function createGraphQLServer(services: Services) {
  for (const code of Object.keys({ ...userErrorCodes, ...requestErrorCodes })) {
    services.metrics.graphqlErrors.inc({ code }, 0)
  }
  return createYoga<ServerContext, GraphQLContext>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    // The library's page loads scripts of another host, and they would act for whoever is signed in.
    graphiql: false,
    logging: false,
    batching: false,
    // Only our own pages call it with a cookie; programs use a token and run outside browsers.
    cors: false,
    maskedErrors: { maskError: (error) => showError(services, error) },
    plugins: [
      useCSRFPrevention({ requestHeaders: [CSRF_HEADER, WIDGET_HEADER, 'authorization'] }),
      byReference,
      measureOperations(services),
      ...operationLimits(services),
      onSocketsOnly,
      traceErrors,
      answerErrors(services),
    ],
    context: (initial) => buildContext(services, initial),
  })
}

/** The reference implementation makes a page of chats with a fifth less work than the library's, whose additions are not used. */
const byReference: Plugin = { onExecute: ({ setExecuteFn }) => setExecuteFn(execute) }

/** A stream over HTTP would outlive the access of its viewer. Sockets, which are closed with it, subscribe by themselves. */
const onSocketsOnly: Plugin = {
  onSubscribe: ({ setResultAndStopExecution }) =>
    setResultAndStopExecution({
      errors: [
        createGraphQLError('Subscribe over WebSocket (graphql-transport-ws).', {
          extensions: { code: 'BAD_REQUEST' satisfies RequestErrorCode },
        }),
      ],
    }),
}

async function buildContext(services: Services, initial: ServerContext): Promise<GraphQLContext> {
  const loaders = lazyLoaders(services)
  const answer = new AnswerMeter()
  if ('socketContext' in initial) return { ...initial.socketContext, loaders, answer }
  const { req, reply } = initial
  const calledFrom = callingPageOf(services.env, req.headers)
  const principal = await authenticate(services, {
    // A widget is a visitor's, also where an operator is signed in.
    cookieHeader: WIDGET_HEADER in req.headers ? undefined : req.headers.cookie,
    authorization: req.headers.authorization,
    fromPage: CSRF_HEADER in req.headers,
    screenOf: req.headers[SCREEN_HEADER],
    address: req.ip,
    userAgent: req.headers['user-agent'],
  })
  await requireWebsite(services, principal, calledFrom)
  const setCookie = cookieSetter(reply)
  return {
    services,
    ...actedBy(principal),
    loaders,
    answer,
    shared: false,
    http: {
      requestId: req.id,
      address: req.ip,
      userAgent: req.headers['user-agent'] ?? null,
      language: firstLanguage(req.headers['accept-language']),
      calledFrom,
      device: deviceOf(req.headers.cookie),
      setSession: (session) => setCookie('session', sessionCookie(services.env, session)),
      setDevice: (device) => setCookie('device', deviceCookie(services.env, device)),
      setRetryAfter: (seconds) => void reply.header('retry-after', seconds),
      setHeaders: (headers) => void reply.headers(headers),
    },
  }
}

/** Sets each cookie once, whatever is decided about it in the course of the request. */
function cookieSetter(reply: FastifyReply): (name: string, cookie: string) => void {
  const cookies = new Map<string, string>()
  return (name, cookie) => {
    cookies.set(name, cookie)
    reply.removeHeader('set-cookie')
    reply.header('set-cookie', [...cookies.values()])
  }
}

/** The errors that decide about the whole answer, for clients and balancers that look only at its status. */
const ANSWERS: Partial<Record<RequestErrorCode, { status: number; headers: Record<string, string> }>> = {
  SERVICE_UNAVAILABLE: { status: 503, headers: { 'retry-after': '2' } },
  UNAUTHENTICATED: { status: 401, headers: { 'www-authenticate': 'Bearer' } },
  RATE_LIMITED: { status: 429, headers: {} },
}

/** Shows every error as one of ours, also those that libraries find before the operation runs. */
function answerErrors(services: Services): Plugin {
  return {
    onResultProcess({ result, setResult }) {
      if (!result || Array.isArray(result) || !('errors' in result) || !result.errors) return
      const errors = result.errors.map((error) => showError(services, error))
      const http = answerFor(errors)
      setResult({ ...result, errors, ...(http && { extensions: { ...result.extensions, http } }) })
    },
  }
}

function answerFor(errors: readonly GraphQLError[]) {
  const [code, answer] =
    Object.entries(ANSWERS).find(([code]) => errors.some(({ extensions }) => extensions.code === code)) ?? []
  const waits = errors.flatMap(({ extensions }) =>
    extensions.code === code && extensions.retryAfter ? [Number(extensions.retryAfter)] : [],
  )
  if (!answer || waits.length === 0) return answer
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(Math.max(...waits)) } }
}
