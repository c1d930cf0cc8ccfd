import { hostname } from 'node:os'
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'

export type Logger = PinoLogger

/**
 * JSON lines, on standard output unless told otherwise; each names its process and the role of it. Whatever carries a credential is cut out
 * by its key, wherever it stands.
 */
export function createLogger(level: string, role = 'all', destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { hostname: hostname(), pid: process.pid, role },
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
