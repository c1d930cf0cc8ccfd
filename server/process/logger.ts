import { hostname } from 'node:os'
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'

export type Logger = PinoLogger

/**
 * JSON lines, on standard output by default; each names its process and its role. Credentials are removed by their
 * key, wherever they occur.
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
