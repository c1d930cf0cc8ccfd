import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticate, CSRF_HEADER, SCREEN_HEADER } from '../authenticate.ts'
import { publicFileUrl } from '../domain/files/file-url.ts'
import { findStoredFile } from '../domain/files/find-stored-file.ts'
import { requireUpload } from '../domain/files/require-upload.ts'
import { storeFile } from '../domain/files/store-file.ts'
import type { Principal } from '../domain/principal.ts'
import { limitUpload } from '../domain/visits/chat/limit-upload.ts'
import { requireWebsite } from '../domain/visits/require-website.ts'
import { requireWidget } from '../domain/visits/require-widget.ts'
import { AppError } from '../errors.ts'
import { fileResponse } from '../files/response-headers.ts'
import type { File } from '../generated/prisma/client.ts'
import { encodeGlobalId } from '../graphql/kit/global-id.ts'
import { allowWebsites, WIDGET_HEADER } from '../http/allow-websites.ts'
import { callingPageOf } from '../http/calling-page.ts'
import type { Env } from '../process/env.ts'
import { runVerb } from '../process/tracing/run-verb.ts'
import type { Services } from '../services.ts'

/** The stream of a file whose connection was lost. */
const CUT_OFF = 'ERR_STREAM_PREMATURE_CLOSE'

/** Files of operators and of visitors of widgets: uploading them (with a session or token) and fetching them (for anyone who knows the address). */
export async function fileRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  await app.register(fastifyMultipart, {
    limits: { files: 1, fields: 4, fieldSize: 1024, parts: 5, fileSize: services.env.files.maxBytes },
    throwFileSizeLimit: false,
  })

  /**
   * multipart/form-data with one `file`. Pass the `id` of the answer to `sendMessage` or `updateProfile`; a visitor of a
   * widget passes theirs to `sendVisitorMessage`.
   */
  await app.register(async (route) => {
    allowWebsites(route, services)
    // Preflight requests are answered before.
    route.options('/files', async (_request, reply) => reply.status(204).send())
    route.post('/files', { config: { isUpload: true } }, async (request, reply) => {
      const owner = await requireOwner(services, request)
      await requireUpload(services, owner, Number(request.headers['content-length'] ?? 0))
      const file = await receiveUpload(services, owner, request)
      return reply.status(201).send(describeFile(services.env, file))
    })
  })

  app.get('/files/:key', async (request: FastifyRequest<{ Params: { key: string } }>, reply) => {
    const file = await runVerb(services, 'findStoredFile', () => findStoredFile(services, request.params.key))
    const { status, headers, range } = fileResponse(file, request.headers.range)
    reply.status(status).headers(headers)
    if (status === 416 || request.method === 'HEAD') return reply.send()
    const { stream } = await services.storage.open(file.key, range)
    return reply.send(stream)
  })
}

async function receiveUpload(services: Services, owner: Principal, request: FastifyRequest): Promise<File> {
  const part = await request.file().catch(refuseMalformed)
  if (!part) throw new AppError('invalid_request', 'Send the file as the field "file".', { field: 'file' })
  const { file: content, filename: name } = part
  let broken: unknown
  content.once('error', (error) => {
    broken = error
  })
  try {
    return await runVerb(services, 'storeFile', () =>
      storeFile(services, { owner, content, name, isTruncated: () => content.truncated }),
    )
  } catch (error) {
    // The parser would wait for somebody to take the rest, and the next request on this connection for the parser.
    request.raw.unpipe().resume()
    if (error === broken || isCutOff(error)) refuseMalformed(error as Error)
    throw error
  }
}

/** The parser's own errors have no code: the upload was cut off, or is not multipart/form-data. */
function refuseMalformed(error: Error & { code?: unknown }): never {
  if (error instanceof AppError || (error.code !== undefined && !isCutOff(error))) throw error
  throw new AppError('invalid_request', 'The upload is incomplete or not multipart/form-data.', {
    cause: error,
  })
}

function isCutOff(error: unknown): boolean {
  return (error as { code?: unknown }).code === CUT_OFF
}

async function requireOwner(services: Services, { headers, ip }: FastifyRequest): Promise<Principal> {
  const principal = await authenticate(services, {
    cookieHeader: WIDGET_HEADER in headers ? undefined : headers.cookie,
    authorization: headers.authorization,
    fromPage: CSRF_HEADER in headers,
    screenOf: headers[SCREEN_HEADER],
    address: ip,
  })
  if (!principal) throw new AppError('unauthenticated', 'Sign in first.')
  if (principal.kind === 'visitor') {
    await requireWebsite(services, principal, callingPageOf(services.env, headers))
    await requireWidget(services, principal)
    const bytes = Number(headers['content-length'] ?? services.env.files.maxBytes)
    await limitUpload(services, principal, { address: ip, bytes })
    return principal
  }
  // Any page can make a browser send its cookie.
  if (headers[CSRF_HEADER] === undefined && headers.authorization === undefined) {
    throw new AppError('forbidden', `Send the header ${CSRF_HEADER}.`)
  }
  return principal
}

function describeFile(env: Env, file: File) {
  const { id, name, size, contentType, mediaType, key, thumbKey, width, height, duration, visitorId } = file
  return {
    // Nothing of a visitor's is a node.
    id: visitorId ? id : encodeGlobalId('File', id),
    name,
    size,
    contentType,
    mediaType,
    url: publicFileUrl(env, key),
    thumbUrl: thumbKey && publicFileUrl(env, thumbKey),
    width,
    height,
    duration,
  }
}
