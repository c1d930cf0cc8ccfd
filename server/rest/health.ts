import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { type QueueName, queueNames } from '../jobs/define-job.ts'
import { hashSecret, matchesHash } from '../secrets.ts'
import type { Services } from '../services.ts'

/** How long a store may take to answer before this process is not ready (milliseconds). */
const READY_LIMIT_MS = 2_000

/** What load balancers and Prometheus ask. */
export async function healthRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  /** The process lives. */
  app.get('/healthz', async () => ({ status: 'ok' }))

  /** Its stores answer, so it can work. */
  app.get('/readyz', async () => {
    await Promise.race([checkStores(services), timeLimit()])
    return { status: 'ok' }
  })

  /** Prometheus text. With METRICS_TOKEN set it asks for `Authorization: Bearer <token>`. */
  app.get('/metrics', async (request, reply) => {
    requireMetricsToken(services, request)
    await Promise.all(queueNames.map((queue) => measureQueue(services, queue)))
    return reply.type(services.metrics.registry.contentType).send(await services.metrics.registry.metrics())
  })
}

/** Without its store the depth is not known; everything else is worth knowing just then. */
async function measureQueue({ metrics, queues }: Services, queue: QueueName): Promise<void> {
  try {
    metrics.queueDepth.set({ queue }, await queues.depth(queue))
  } catch {
    metrics.queueDepth.remove({ queue })
  }
}

async function checkStores({ db, redis }: Services): Promise<void> {
  try {
    await Promise.all([db.$queryRaw`SELECT 1`, redis?.ping()])
  } catch (cause) {
    throw new AppError('service_unavailable', 'A store does not answer.', { cause })
  }
}

function timeLimit(): Promise<never> {
  return new Promise((_resolve, reject) => {
    const late = new AppError('service_unavailable', 'A store does not answer in time.')
    setTimeout(() => reject(late), READY_LIMIT_MS).unref()
  })
}

function requireMetricsToken({ env }: Services, { headers }: FastifyRequest): void {
  const token = env.http.metricsToken
  if (!token) return
  const given = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  if (!matchesHash(given, hashSecret(token))) throw new AppError('not_signed_in', 'Send the metrics token.')
}
