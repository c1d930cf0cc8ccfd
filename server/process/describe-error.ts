import { sqlStateOf } from '../database/errors.ts'
import { storeAway } from '../database/store-away.ts'

export interface ErrorDescription {
  /** Its class and codes, never its words: they may repeat an address, a token, or what a visitor wrote. */
  reason: string
  /** The stack, which says where the error was thrown. */
  stack?: string
  cause?: ErrorDescription
}

/** The parts of an error that may be written to the log. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { reason: typeof error }
  const stack = framesOf(error)
  return {
    reason: [error.name, ...codesOf(error), ...wordsOf(error)].join(' '),
    ...(stack && { stack }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}

/** Of Node, PostgreSQL (SQLSTATE, the constraint), Prisma and our own table. */
function codesOf(error: Error): string[] {
  const { code, constraint, syscall } = error as Error & Record<string, unknown>
  return [...new Set([syscall, code, constraint, sqlStateOf(error)])]
    .filter((value) => typeof value === 'string')
    .filter((value) => /^[\w.-]{1,64}$/.test(value))
}

/** The drivers' words about a connection name nothing but the connection, and often there is no code. */
function wordsOf(error: Error): string[] {
  if ('code' in error || error.name.startsWith('Prisma')) return []
  return storeAway(error) ? [`(${error.message})`] : []
}

/** The message precedes the frames, and may have lines that look like one. */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message)
  const rest = start === -1 ? stack : stack.slice(start + message.length)
  return rest
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n')
}
