import { hostname } from 'node:os'
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'
import { currentSpan } from './tracing/current-span.ts'

export type Logger = PinoLogger

/** Lines about what is traced name the trace and the span. */
function spanOfLine(): { traceId?: string; spanId?: string } {
  const span = currentSpan()
  return span ? { traceId: span.traceId, spanId: span.spanId } : {}
}

/**
 * JSON lines, on standard output by default; each names its process and its role. Credentials are removed by their
 * key, wherever they occur.
 */
export function createLogger(level: string, role = 'all', destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { hostname: hostname(), pid: process.pid, role },
    mixin: spanOfLine,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'authorization',
        'cookie',
        'password',
        'token',
        'secret',
        '*.authorization',
        '*.cookie',
        '*.password',
        '*.token',
        '*.secret',
      ],
      censor: '[redacted]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
