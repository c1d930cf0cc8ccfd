import { type Logger as PinoLogger, pino } from 'pino'

export type Logger = PinoLogger

/** JSON lines on standard output. Whatever carries a credential is cut out by its key, wherever it stands. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
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
