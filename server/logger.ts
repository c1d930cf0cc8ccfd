import { hostname } from 'node:os'
import { type Logger as PinoLogger, pino } from 'pino'

export type Logger = PinoLogger

/**
 * JSON lines on standard output; each names its process and the role of it. Whatever carries a credential is cut out
 * by its key, wherever it stands.
 */
export function createLogger(level: string, role = 'all'): Logger {
  return pino({
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
  })
}
