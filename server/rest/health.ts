import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { AppError } from '../errors.ts'
import { hashSecret, matchesHash } from '../secrets.ts'
import type { Services } from '../services.ts'
import { createStoreCheck } from './check-stores.ts'
import { createStoreMeter } from './measure-stores.ts'

interface Options {
  services: Services
  /** Draining: the process will stop soon. */
  state: { draining: boolean }
}

/** What load balancers and Prometheus ask. */
export async function healthRoutes(app: FastifyInstance, { services, state }: Options): Promise<void> {
  const checkStores = createStoreCheck(services)
  const measureStores = createStoreMeter(services)
  const { role } = services.env

  /** The process lives. */
  app.get('/healthz', async () => ({ status: 'ok' }))

  /**
   * It can work. A web process needs PostgreSQL alone: without Redis it takes and keeps messages, and taking it out of
   * the balancer would help nobody. The body names what is away.
   */
  app.get('/readyz', async (_request, reply) => {
    const stores = await checkStores()
    const away = Object.values(stores).includes('away')
    const needsAll = role === 'worker'
    const ready = !state.draining && stores.postgresql === 'ok' && !(needsAll && away)
    const status = state.draining ? 'stopping' : !ready ? 'unavailable' : away ? 'degraded' : 'ok'
    return reply.status(ready ? 200 : 503).send({ status, stores })
  })

  /**
   * Prometheus text. With METRICS_TOKEN set it asks for `Authorization: Bearer <token>`; without, it answers only what
   * comes from this machine by itself.
   */
  app.get('/metrics', async (request, reply) => {
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
      throw new AppError('not_signed_in', 'Send the metrics token.')
    }
  } else if (!isFromThisMachine(request)) {
    throw new AppError('forbidden', 'Metrics are shown to this machine only, or with METRICS_TOKEN.')
  }
}

/** What proxies add to a request that comes from elsewhere. */
const FORWARDED = /^(forwarded|via|x-forwarded-.+|x-real-ip|(true|cf-connecting|x-client)-.*ip)$/
const LOCAL_HOST = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i

/**
 * Whether a program on this machine asks for itself. A proxy on this machine comes from loopback as well, whatever
 * TRUST_PROXY says of it: it shows by what it adds, or by the name that its caller used.
 */
function isFromThisMachine({ raw }: FastifyRequest): boolean {
  const { remoteAddress = '' } = raw.socket
  if (!ipaddr.isValid(remoteAddress) || ipaddr.process(remoteAddress).range() !== 'loopback') return false
  if (Object.keys(raw.headers).some((name) => FORWARDED.test(name))) return false
  return LOCAL_HOST.test(raw.headers.host ?? '')
}
