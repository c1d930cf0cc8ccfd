import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { authenticate } from '../../authenticate.ts'
import { exportArchive } from '../../domain/archive/export-archive.ts'
import { Slots } from '../../domain/lanes/slots.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { toCsv } from './csv.ts'
import { readExportQuery } from './export-query.ts'
import { toJson } from './json.ts'

const FORMATS = {
  csv: { write: toCsv, contentType: 'text/csv; charset=utf-8' },
  json: { write: toJson, contentType: 'application/json; charset=utf-8' },
}
/** Exports that one user may begin in a minute, and have under way in this process. */
const LIMIT = { name: 'export', points: 10, seconds: 60 }
const AT_ONCE = 2

/** What the archive's page shows, as a file: whoever is signed in gets the chats that they may see. */
export async function archiveExportRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  const running = new Slots(AT_ONCE)

  app.get('/archive/export', { exposeHeadRoute: false }, async (request, reply) => {
    const viewer = await authenticate(services, {
      cookieHeader: request.headers.cookie,
      authorization: request.headers.authorization,
      address: request.ip,
    })
    if (!viewer) throw new AppError('not_signed_in', 'Sign in first.')
    const { format, ...search } = readExportQuery(request.query)
    await services.limits.consume(LIMIT, viewer.userId)
    if (!running.take(viewer.userId)) {
      throw new AppError('too_many_requests', `You can run ${AT_ONCE} exports at a time.`, { retryAfter: 10 })
    }
    const { write, contentType } = FORMATS[format]
    const stream = Readable.from(write(exportArchive(services, { viewer, ...search })), { objectMode: false })
    // Also when the client goes away: the stream is destroyed with the connection, and nothing more is read.
    stream.once('close', () => running.give(viewer.userId))
    return reply
      .headers({
        'content-type': contentType,
        'content-disposition': `attachment; filename="chats.${format}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(stream)
  })
}
