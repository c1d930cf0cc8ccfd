import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getVisitorPhoto } from '../domain/visitors/get-visitor-photo.ts'
import { runVerb } from '../process/tracing/run-verb.ts'
import type { Services } from '../services.ts'

type PhotoRequest = FastifyRequest<{ Params: { visitorId: string; signature: string } }>

/** Pictures of visitors, served from our own origin to anyone who knows the address. */
export async function visitorPhotoRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  app.get('/visitor-photos/:visitorId/:signature', async ({ params }: PhotoRequest, reply) => {
    const { stream, contentType, size } = await runVerb(services, 'getVisitorPhoto', () =>
      getVisitorPhoto(services, params),
    )
    return reply
      .headers({
        'content-type': contentType,
        'content-length': size,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=31536000, immutable',
      })
      .send(stream)
  })
}
