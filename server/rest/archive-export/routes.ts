import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticate, CSRF_HEADER } from '../../authenticate.ts'
import { exportArchive } from '../../domain/archive/export-archive.ts'
import { exportCalls } from '../../domain/calls/export-calls.ts'
import { exportCannedReplies } from '../../domain/canned-replies/export-canned-replies.ts'
import { exportOfflineMessages } from '../../domain/offline-messages/export-offline-messages.ts'
import { exportRatings } from '../../domain/reports/export-ratings.ts'
import { openReport } from '../../domain/reports/open-report.ts'
import type { Viewer } from '../../domain/viewer.ts'
import { exportVisitor } from '../../domain/visitors/export-visitor.ts'
import { AppError } from '../../errors.ts'
import { readGlobalId } from '../../graphql/kit/global-id.ts'
import { Slots } from '../../outbox/slots.ts'
import type { Services } from '../../services.ts'
import { readCallExportQuery } from './call-export-query.ts'
import { callsToCsv, callsToJson } from './call-formats.ts'
import { toCsv } from './csv.ts'
import { readExportQuery } from './export-query.ts'
import { toJson } from './json.ts'
import { readOfflineExportQuery } from './offline-export-query.ts'
import { toOfflineCsv, toOfflineJson } from './offline-files.ts'
import { ratingsToCsv } from './rating-csv.ts'
import { readReplyExportQuery, repliesToCsv } from './reply-export.ts'
import { reportToCsv } from './report-csv.ts'
import { readReportExportQuery } from './report-export.ts'
import { visitorToJson } from './visitor-json.ts'

const FORMATS = {
  csv: {
    writeChats: toCsv,
    writeCalls: callsToCsv,
    writeOfflineMessages: toOfflineCsv,
    contentType: 'text/csv; charset=utf-8',
  },
  json: {
    writeChats: toJson,
    writeCalls: callsToJson,
    writeOfflineMessages: toOfflineJson,
    contentType: 'application/json; charset=utf-8',
  },
}
/** Exports that one user may begin in a minute, and have under way in this process. */
const LIMIT = { name: 'export', points: 10, seconds: 60 }
const AT_ONCE = 2

/** What is stored as a file: signed-in users get the search results of the archive that they may see, and canned replies. */
export async function archiveExportRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  const running = new Slots(AT_ONCE)

  /** Everything that is kept of one visitor; admins only. */
  app.get(
    '/visitors/:visitorId/export',
    { exposeHeadRoute: false },
    async (request: FastifyRequest<{ Params: { visitorId: string } }>, reply) => {
      const viewer = await requireViewer(services, request)
      const id = readGlobalId(request.params.visitorId)
      if (id?.typename !== 'Visitor') throw new AppError('not_found', 'This visitor does not exist.')
      await services.limits.consume(LIMIT, viewer.userId)
      const data = await exportVisitor(services, { viewer, visitorId: id.id })
      const stream = startExport(viewer, visitorToJson(data))
      return reply.headers(headersOf('application/json; charset=utf-8', 'visitor.json')).send(stream)
    },
  )

  app.get('/archive/export', { exposeHeadRoute: false }, async (request, reply) => {
    const viewer = await requireViewer(services, request)
    const { format, ...search } = readExportQuery(request.query)
    await services.limits.consume(LIMIT, viewer.userId)
    const { writeChats, contentType } = FORMATS[format]
    const stream = startExport(viewer, writeChats(exportArchive(services, { viewer, ...search })))
    return reply.headers(headersOf(contentType, `chats.${format}`)).send(stream)
  })

  app.get('/archive/calls/export', { exposeHeadRoute: false }, async (request, reply) => {
    const viewer = await requireViewer(services, request)
    const { format, ...search } = readCallExportQuery(request.query)
    await services.limits.consume(LIMIT, viewer.userId)
    const { writeCalls, contentType } = FORMATS[format]
    const stream = startExport(viewer, writeCalls(exportCalls(services, { viewer, ...search })))
    return reply.headers(headersOf(contentType, `calls.${format}`)).send(stream)
  })

  app.get('/archive/offline-messages/export', { exposeHeadRoute: false }, async (request, reply) => {
    const viewer = await requireViewer(services, request)
    const { format, ...search } = readOfflineExportQuery(request.query)
    await services.limits.consume(LIMIT, viewer.userId)
    const { writeOfflineMessages, contentType } = FORMATS[format]
    const messages = exportOfflineMessages(services, { viewer, ...search })
    const stream = startExport(viewer, writeOfflineMessages(messages))
    return reply.headers(headersOf(contentType, `offline-messages.${format}`)).send(stream)
  })

  app.get('/canned-replies/export', { exposeHeadRoute: false }, async (request, reply) => {
    const viewer = await requireViewer(services, request)
    const { shared } = readReplyExportQuery(request.query)
    await services.limits.consume(LIMIT, viewer.userId)
    const stream = startExport(viewer, repliesToCsv(exportCannedReplies(services, { viewer, shared })))
    return reply.headers(headersOf(FORMATS.csv.contentType, 'canned-replies.csv')).send(stream)
  })

  app.get('/reports/export', { exposeHeadRoute: false }, async (request, reply) => {
    const viewer = await requireViewer(services, request)
    const wanted = readReportExportQuery(request.query)
    await services.limits.consume(LIMIT, viewer.userId)
    const { by, ...asked } = wanted
    const { contentType } = FORMATS.csv
    if (by === 'RATINGS') {
      const ratings = exportRatings(services, await openReport(services, { viewer, ...asked }))
      return reply
        .headers(headersOf(contentType, 'ratings.csv'))
        .send(startExport(viewer, ratingsToCsv(ratings)))
    }
    const lines = await reportToCsv(services, viewer, { ...asked, by })
    return reply.headers(headersOf(contentType, 'report.csv')).send([...lines].join(''))
  })

  function startExport({ userId }: Viewer, pieces: AsyncIterable<string>): Readable {
    if (!running.take(userId)) {
      throw new AppError('too_many_requests', `You can run ${AT_ONCE} exports at a time.`, { retryAfter: 10 })
    }
    const stream = Readable.from(pieces, { objectMode: false })
    // Also when the client disconnects: the stream is destroyed with the connection, and nothing more is read.
    stream.once('close', () => running.give(userId))
    return stream
  }
}

async function requireViewer(services: Services, { headers, ip }: FastifyRequest): Promise<Viewer> {
  const principal = await authenticate(services, {
    cookieHeader: headers.cookie,
    authorization: headers.authorization,
    fromPage: CSRF_HEADER in headers,
    address: ip,
    userAgent: headers['user-agent'],
  })
  if (principal?.kind !== 'operator') throw new AppError('unauthenticated', 'Sign in first.')
  return principal
}

function headersOf(contentType: string, filename: string) {
  return {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${filename}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
}
