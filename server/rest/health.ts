import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { AppError } from '../errors.ts'
import { hashSecret, matchesHash } from '../secrets.ts'
import type { Services } from '../services.ts'
import { createStoreCheck } from './check-stores.ts'
import { createStoreMeter } from './measure-stores.ts'

interface Options {
  services: Services
  /** The process is draining and will stop soon. */
  state: { draining: boolean }
}

/** Answered however busy the process is. */
const PROBE = { config: { urgency: 'probe' } } as const

/** The routes for load balancers and Prometheus. */
export async function healthRoutes(app: FastifyInstance, { services, state }: Options): Promise<void> {
  const checkStores = createStoreCheck(services)
  const measureStores = createStoreMeter(services)
  const { role } = services.env

  /** The process is alive. */
  app.get('/healthz', PROBE, async () => ({ status: 'ok' }))

  /**
   * The process can work. A web process needs only PostgreSQL: without Redis it still accepts and stores messages, and
   * removing it from the balancer would help nobody. The body names the stores that are unavailable.
   */
  app.get('/readyz', PROBE, async (_request, reply) => {
    const stores = await checkStores()
    const away = Object.values(stores).includes('away')
    const needsAll = role === 'worker'
    const ready = !state.draining && stores.postgresql === 'ok' && !(needsAll && away)
    const status = state.draining ? 'stopping' : !ready ? 'unavailable' : away ? 'degraded' : 'ok'
    return reply.status(ready ? 200 : 503).send({ status, stores })
  })

  /**
   * Metrics for Prometheus. If METRICS_TOKEN is set, `Authorization: Bearer <token>` is required; otherwise only
   * requests made on this machine are answered.
   */
  app.get('/metrics', PROBE, async (request, reply) => {
    requireAccess(services, request)
    await measureStores()
    return reply.type(services.metrics.registry.contentType).send(await services.metrics.registry.metrics())
  })
}

function requireAccess({ env }: Services, request: FastifyRequest): void {
  const token = env.http.metricsToken
  if (token) {
    const given = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!matchesHash(given, hashSecret(token))) {
      throw new AppError('unauthenticated', 'Send the metrics token.')
    }
  } else if (!isFromThisMachine(request)) {
    throw new AppError('forbidden', 'Metrics are available only from this machine or with METRICS_TOKEN.')
  }
}

/** Headers that proxies add to a request from elsewhere. */
const FORWARDED = /^(forwarded|via|x-forwarded-.+|x-real-ip|(true|cf-connecting|x-client)-.*ip)$/
const LOCAL_HOST = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i

/**
 * Whether the request was made by a program on this machine. A proxy on this machine also connects from loopback,
 * whatever TRUST_PROXY says; it is recognized by the headers that it adds, or by the host name that its caller used.
 */
function isFromThisMachine({ raw }: FastifyRequest): boolean {
  const { remoteAddress = '' } = raw.socket
  if (!ipaddr.isValid(remoteAddress) || ipaddr.process(remoteAddress).range() !== 'loopback') return false
  if (Object.keys(raw.headers).some((name) => FORWARDED.test(name))) return false
  return LOCAL_HOST.test(raw.headers.host ?? '')
}
