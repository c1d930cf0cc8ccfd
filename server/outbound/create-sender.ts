import { Readable } from 'node:stream'
import { Agent, errors } from 'undici'
import { NO_TRACING, type Tracing } from '../process/tracing/tracing.ts'
import { storableText } from '../text/storable-text.ts'
import { checkTarget } from './check-target.ts'
import { describeFailure } from './describe-failure.ts'
import { buildGuardedConnector } from './guarded-connector.ts'
import type { OutboundAnswer, OutboundFailure, Outcome } from './outcome.ts'
import { readLimited, readLimitedBytes } from './read-limited.ts'
import type { Resolve } from './resolve-name.ts'
import { parseTargetRules, type TargetRules } from './target-rules.ts'

export interface PostRequest {
  url: string
  body: string | Uint8Array
  headers: Record<string, string>
  /** Covers everything: resolving, connecting, TLS, sending, and the answer to its last byte. */
  timeoutMs: number
  /** Transfer-Encoding: chunked instead of Content-Length. */
  chunked: boolean
  /** The answer is cut after this many bytes; 64 KiB when not given. */
  maxResponseBytes?: number
}

interface GetRequest {
  url: string
  /** Covers everything, redirects too. */
  timeoutMs: number
  /** The answer is cut after this many bytes. */
  maxResponseBytes: number
}

type FetchResult = (Omit<OutboundAnswer, 'body'> & { bytes: Buffer }) | OutboundFailure

export interface Sender {
  /** Never throws for what the other side does; see {@link Outcome}. */
  post(request: PostRequest): Promise<Outcome>
  /** Reads a file of somebody else's. Up to three redirects are followed, each checked like the first address. */
  get(request: GetRequest): Promise<FetchResult>
  /** Waits for what is in hand (each request ends by its own time limit), then closes the connections. */
  close(): Promise<void>
}

interface SenderOptions {
  /** ALLOW_PRIVATE_TARGETS: ranges, addresses and host names; see {@link parseTargetRules}. */
  allowPrivateTargets: string[]
  resolve?: Resolve
  /** With traces, receivers get the context of the request (`traceparent`). */
  tracing?: Tracing
}

/** What was typed in, followed by a bot's token. */
const ADDRESS_LENGTH = 8000
const MAX_RESPONSE_BYTES = 64 * 1024
/** Generous, because some hundred bots or chats may live behind one origin and each may hang until its limit. */
const CONNECTIONS_PER_ORIGIN = 256
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_REDIRECTS = 3
const DEFAULT_HEADERS = { 'content-type': 'application/json', 'user-agent': 'Switchboard' }

/**
 * The one way out: everything that Switchboard requests from somebody else's server goes through this sender. `post`
 * follows no redirects; `get` follows up to three and checks each. Connections are kept alive and pooled for each origin,
 * so that an unresponsive one does not slow down the others.
 * Throws when an entry of `allowPrivateTargets` cannot be read.
 */
export function createSender({ allowPrivateTargets, resolve, tracing = NO_TRACING }: SenderOptions): Sender {
  const rules = parseTargetRules(allowPrivateTargets)
  const agent = new Agent({
    connect: buildGuardedConnector(rules, resolve),
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    // The limit of the whole request stands in for both: these measure single steps, which a slow drip resets.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveMaxTimeout: 60_000,
  })
  const inHand = new Set<Promise<unknown>>()
  const follow = <T>(sent: Promise<T>): Promise<T> => {
    inHand.add(sent)
    return sent.finally(() => inHand.delete(sent))
  }
  return {
    post: (request) =>
      follow(
        traced(tracing, 'POST', request.url, () =>
          withinLimit(request, (signal) => {
            const target = checkTarget(request.url, rules, 'url', ADDRESS_LENGTH)
            const headers = { ...request.headers, ...tracing.headers() }
            return exchange(agent, target, { ...request, headers }, signal)
          }),
        ),
      ),
    get: (request) =>
      follow(
        traced(tracing, 'GET', request.url, () =>
          withinLimit(request, (signal) => fetchFile(agent, rules, request, signal)),
        ),
      ),
    async close() {
      await Promise.allSettled(inHand)
      // Not close(): that also waits for connections that are being made and nobody wants any more.
      await agent.destroy()
    },
  }
}

/** A span for a request. Of its address only the host is told: the rest can be a secret. */
function traced<Answer extends OutboundFailure | { kind: 'answered'; status: number }>(
  tracing: Tracing,
  method: string,
  url: string,
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (!tracing.isOn) return run()
  const host = URL.canParse(url) ? new URL(url).hostname : undefined
  const attributes = { 'http.request.method': method, 'server.address': host }
  return tracing.run(method, { kind: 'client', attributes }, async (span) => {
    const answer = await run()
    if (answer.kind === 'failed') span?.fail(answer.reason)
    else {
      span?.set({ 'http.response.status_code': answer.status })
      if (answer.status >= 400) span?.fail(String(answer.status))
    }
    return answer
  })
}

/** Runs an exchange within its time, and says in our words why there was no answer. */
async function withinLimit<Answer extends object>(
  request: { url: string; timeoutMs: number },
  run: (signal: AbortSignal) => Promise<Answer>,
): Promise<({ kind: 'answered'; durationMs: number } & Answer) | OutboundFailure> {
  const start = performance.now()
  const durationMs = () => Math.round(performance.now() - start)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), request.timeoutMs)
  const elapsed = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason))
  })
  try {
    const exchanged = run(limit.signal)
    // undici notices an abort only once it is connected; the loser of the race must not count as unhandled.
    exchanged.catch(() => undefined)
    return { kind: 'answered', ...(await Promise.race([exchanged, elapsed])), durationMs: durationMs() }
  } catch (error) {
    if (error instanceof errors.InvalidArgumentError) throw error
    const host = URL.canParse(request.url) ? new URL(request.url).host : request.url
    const failure = limit.signal.aborted
      ? { reason: 'timeout' as const, message: `${host} did not answer within ${request.timeoutMs} ms` }
      : describeFailure(error, host)
    // It may quote what the other side sent, a certificate for instance.
    return { kind: 'failed', ...failure, message: storableText(failure.message), durationMs: durationMs() }
  } finally {
    clearTimeout(timer)
  }
}

async function exchange(
  agent: Agent,
  target: URL,
  request: PostRequest,
  signal: AbortSignal,
): Promise<Omit<OutboundAnswer, 'kind' | 'durationMs'>> {
  const response = await agent.request({
    origin: target.origin,
    path: target.pathname + target.search,
    method: 'POST',
    headers: withDefaults(request.headers),
    // undici gives a string a Content-Length and a stream chunks.
    body: request.chunked ? Readable.from([Buffer.from(request.body)]) : request.body,
    signal,
  })
  const { text, truncated } = await readLimited(response.body, request.maxResponseBytes ?? MAX_RESPONSE_BYTES)
  return { status: response.statusCode, headers: response.headers, body: text, truncated }
}

async function fetchFile(
  agent: Agent,
  rules: TargetRules,
  { url, maxResponseBytes }: GetRequest,
  signal: AbortSignal,
): Promise<Omit<OutboundAnswer, 'kind' | 'durationMs' | 'body'> & { bytes: Buffer }> {
  let target = checkTarget(url, rules)
  for (let redirects = 0; ; redirects++) {
    const { origin, pathname, search } = target
    const response = await agent.request({
      origin,
      path: pathname + search,
      method: 'GET',
      headers: { 'user-agent': DEFAULT_HEADERS['user-agent'] },
      signal,
    })
    const { statusCode: status, headers, body } = response
    const location = REDIRECTS.has(status) && redirects < MAX_REDIRECTS ? headers.location : undefined
    if (typeof location !== 'string' || !URL.canParse(location, target.href)) {
      return { status, headers, ...(await readLimitedBytes(body, maxResponseBytes)) }
    }
    body.on('error', () => undefined).destroy()
    target = checkTarget(new URL(location, target).href, rules)
  }
}

/** Names in lower case, so that a `Content-Type` of the caller replaces ours instead of being added to it. */
function withDefaults(headers: Record<string, string>): Record<string, string> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { ...DEFAULT_HEADERS, ...Object.fromEntries(lower) }
}
