import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** How long a request may take to arrive (milliseconds). */
export interface RequestLimits {
  headersMs: number
  bodyMs: number
  /** An upload may take longer, as long as this many bytes arrive in each interval. */
  upload: { spanMs: number; bytes: number; wholeMs: number }
  /** How often that is checked. */
  everyMs: number
}

/** A phone on a train uploads some 20 KB a second; a client that sends a byte now and then only occupies a connection. */
export const REQUEST_LIMITS: RequestLimits = {
  headersMs: 15_000,
  bodyMs: 20_000,
  upload: { spanMs: 20_000, bytes: 100_000, wholeMs: 3_600_000 },
  everyMs: 2_000,
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request is an upload: its body may take longer. */
    isUpload?: boolean
  }
}

/** Ends requests whose body arrives too slowly, with 408, and closes the connection. */
export function limitBodies(app: FastifyInstance, limits: RequestLimits): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (!hasBody(request)) return done()
    const isLate = request.routeOptions.config.isUpload ? followPace(request, limits) : followTime(limits)
    const timer = setInterval(() => {
      if (!isLate()) return
      clearInterval(timer)
      endLate(reply)
    }, limits.everyMs)
    const stop = () => clearInterval(timer)
    raw.on('end', stop).on('close', stop)
    done()
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function followTime({ bodyMs }: RequestLimits): () => boolean {
  const end = performance.now() + bodyMs
  return () => performance.now() > end
}

function followPace({ raw }: FastifyRequest, { upload: { spanMs, bytes } }: RequestLimits): () => boolean {
  let [since, read] = [performance.now(), raw.socket.bytesRead]
  return () => {
    if (performance.now() - since < spanMs) return false
    if (raw.socket.bytesRead - read < bytes) return true
    since = performance.now()
    read = raw.socket.bytesRead
    return false
  }
}

function endLate(reply: FastifyReply): void {
  const { socket } = reply.request.raw
  if (reply.sent) return void socket.destroy()
  reply.raw.once('close', () => socket.destroy()).once('finish', () => socket.destroySoon())
  reply
    .header('connection', 'close')
    .send(new AppError('request_timeout', 'The request arrived too slowly. Send it again.'))
}
