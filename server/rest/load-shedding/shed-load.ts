import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { LoopMeter } from './loop-meter.ts'
import { WaitMeter } from './wait-meter.ts'

/**
 * What a request is about, the most urgent first. A probe (of a balancer) is always answered. A message, and what else
 * must be stored when it is answered, is refused last. GraphQL carries messages too, but a query that waits for
 * something else must not count as a flood of messages. Everything else is a page.
 */
type Urgency = 'probe' | 'message' | 'graphql' | 'page'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page when it is absent. */
    urgency?: Urgency
  }
  interface FastifyRequest {
    /** To be called when the whole body is there; null for a request that is not followed. */
    arrived: (() => void) | null
  }
}

/** Who would wait longer than this is refused instead: programs give up after few seconds, and people sooner. */
const LONGEST_MS = { probe: Number.POSITIVE_INFINITY, message: 2_000, graphql: 2_000, page: 1_000 }
/** The event loop of a process with fewer requests a second is late because of others on the machine. */
const FEW_A_SECOND = 64
const MAX_RETRY_SECONDS = 10

/**
 * Refuses requests with 503 and Retry-After at the door, before anything is read or looked up, while those that were
 * accepted already take as long as anybody waits; nothing that was accepted is ever given up. Sockets do not pass here.
 */
export function shedLoad(app: FastifyInstance, { metrics }: Pick<Services, 'metrics'>): void {
  const loop = new LoopMeter()
  const messages = new WaitMeter({ isAlwaysQuick: true })
  // Some mutations wait for other servers.
  const graphql = new WaitMeter({ isAlwaysQuick: false })
  const arrivals = new Arrivals()
  app.decorateRequest('arrived', null)

  const waitOf = (urgency: Urgency, now: number): number => {
    const loopMs = arrivals.inLastSecond(now) < FEW_A_SECOND ? 0 : loop.waitMs()
    const waits = [loopMs, messages.waitMs(now)]
    if (urgency !== 'message') waits.push(graphql.waitMs(now))
    return Math.max(...waits)
  }

  // Without promises, and with what belongs to a request in it: each message passes here.
  app.addHook('onRequest', (request, reply, done) => {
    const urgency = urgencyOf(request)
    if (urgency === 'probe') return done()
    const now = performance.now()
    arrivals.count(now)
    const waitMs = waitOf(urgency, now)
    if (waitMs > LONGEST_MS[urgency]) {
      metrics.shedRequests.inc({ urgency })
      return done(tooBusy(waitMs))
    }
    if (urgency === 'message') request.arrived = follow(messages, now, reply)
    if (urgency === 'graphql') request.arrived = follow(graphql, now, reply)
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    request.arrived?.()
    done()
  })
  app.addHook('onClose', async () => loop.close())
}

/** A preflight says nothing of what follows, and a browser would not show its page the refusal. */
function urgencyOf({ method, routeOptions }: FastifyRequest): Urgency {
  return method === 'OPTIONS' ? 'probe' : (routeOptions.config.urgency ?? 'page')
}

/**
 * Until the answer is made: how quickly its receiver reads it is nobody else's matter. Returns what is to be called when
 * the whole body is there; how long that takes is decided by its sender.
 */
function follow(meter: WaitMeter, arrivedAt: number, { raw }: FastifyReply): () => void {
  meter.arrive(arrivedAt)
  let beganAt: number | undefined
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    if (beganAt === undefined) meter.leave(arrivedAt)
    else meter.end(performance.now(), beganAt)
  }
  raw.on('prefinish', end).on('close', end)
  return () => {
    if (isOver) return
    beganAt = performance.now()
    meter.begin(arrivedAt)
  }
}

/** Spread, so that not all who were refused come back at once. */
function tooBusy(waitMs: number): AppError {
  const most = Math.min(Math.ceil(waitMs / 1000) + 2, MAX_RETRY_SECONDS)
  return new AppError('service_unavailable', 'The server is overloaded. Try again in a moment.', {
    retryAfter: Math.ceil(most * (0.5 + Math.random() / 2)),
  })
}

/** How many requests came in the second before. */
class Arrivals {
  #since = 0
  #current = 0
  #previous = 0

  count(now: number): void {
    this.#turn(now)
    this.#current++
  }

  inLastSecond(now: number): number {
    this.#turn(now)
    return Math.max(this.#current, this.#previous)
  }

  #turn(now: number): void {
    const seconds = Math.floor((now - this.#since) / 1000)
    if (seconds === 0) return
    this.#previous = seconds === 1 ? this.#current : 0
    this.#current = 0
    this.#since += seconds * 1000
  }
}
