import { Readable } from 'node:stream'
import { Agent, errors } from 'undici'
import { storableText } from '../storable-text.ts'
import { checkTarget } from './check-target.ts'
import { describeFailure } from './describe-failure.ts'
import { buildGuardedConnector, type Resolve } from './guarded-connector.ts'
import type { Answered, Outcome } from './outcome.ts'
import { readLimited } from './read-limited.ts'
import { parseTargetRules, type TargetRules } from './target-rules.ts'

export interface PostRequest {
  url: string
  body: string
  headers: Record<string, string>
  /** Covers everything: resolving, connecting, TLS, sending, and the answer to its last byte. */
  timeoutMs: number
  /** Transfer-Encoding: chunked instead of Content-Length. */
  chunked: boolean
  /** The answer is cut after this many bytes; 64 KiB when not given. */
  maxResponseBytes?: number
}

export interface Sender {
  /** Never throws for what the other side does; see {@link Outcome}. */
  post(request: PostRequest): Promise<Outcome>
  /** Waits for what is in hand (each request ends by its own time limit), then closes the connections. */
  close(): Promise<void>
}

interface SenderOptions {
  /** ALLOW_PRIVATE_TARGETS: ranges, addresses and host names; see {@link parseTargetRules}. */
  allowPrivateTargets: string[]
  resolve?: Resolve
}

/** What was typed in, followed by a bot's token. */
const ADDRESS_LENGTH = 8000
const MAX_RESPONSE_BYTES = 64 * 1024
/** Generous, because some hundred bots or chats may live behind one origin and each may hang until its limit. */
const CONNECTIONS_PER_ORIGIN = 256
const DEFAULT_HEADERS = { 'content-type': 'application/json', 'user-agent': 'Switchboard' }

/**
 * The one way out: everything that Switchboard sends to somebody else's server goes through `post`. Connections are
 * kept alive and pooled for each origin, so that one that hangs slows no other. Redirects are not followed.
 * Throws when an entry of `allowPrivateTargets` cannot be read.
 */
export function createSender({ allowPrivateTargets, resolve }: SenderOptions): Sender {
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
  const inHand = new Set<Promise<Outcome>>()
  return {
    post(request) {
      const posted = post(agent, rules, request).finally(() => inHand.delete(posted))
      inHand.add(posted)
      return posted
    },
    async close() {
      await Promise.allSettled(inHand)
      // Not close(): that also waits for connections that are being made and nobody wants any more.
      await agent.destroy()
    },
  }
}

async function post(agent: Agent, rules: TargetRules, request: PostRequest): Promise<Outcome> {
  const start = performance.now()
  const durationMs = () => Math.round(performance.now() - start)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), request.timeoutMs)
  const elapsed = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason))
  })
  try {
    const target = checkTarget(request.url, rules, 'url', ADDRESS_LENGTH)
    const exchanged = exchange(agent, target, request, limit.signal)
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
): Promise<Omit<Answered, 'kind' | 'durationMs'>> {
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

/** Names in lower case, so that a `Content-Type` of the caller replaces ours instead of standing beside it. */
function withDefaults(headers: Record<string, string>): Record<string, string> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { ...DEFAULT_HEADERS, ...Object.fromEntries(lower) }
}
