import { z } from 'zod'
import { AppError, type ErrorCode } from '../errors.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../text/password-length.ts'
import { throwAll } from './check-all.ts'

const CONTROL = /\p{Cc}/u

/** A name that people read: 1 to 100 characters on one line, without spaces around it. */
export const nameField = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(100, 'A name can have at most 100 characters.')
  .refine((name) => !CONTROL.test(name), 'A name must not contain control characters.')

/** Lower case, at most 254 characters (RFC 5321). */
export const emailField = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'An e-mail address can have at most 254 characters.')
  .pipe(z.email('Enter an e-mail address.'))

export const passwordField = z
  .string()
  .min(SHORTEST_PASSWORD, `A password needs at least ${SHORTEST_PASSWORD} characters.`)
  .max(LONGEST_PASSWORD, `A password can have at most ${LONGEST_PASSWORD} characters.`)

/** An optional field; null counts as omitted. */
export function optional<T extends z.ZodType>(field: T) {
  return field.nullish().transform((value) => value ?? undefined)
}

/** An address that an admin enters; `checkTarget` says whether it may be called. */
export const addressField = z.string().trim().min(1, 'Enter an address.')

/**
 * The input of a verb, parsed by its schema. Throws `blank`, `too_long` or `invalid_request` for every field that is
 * wrong, with its path below `input`, or below `path` there.
 */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown, path?: string): z.output<T> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  // One reason for each field: for an empty e-mail address, there is no need to report a missing @.
  const firsts = new Map(parsed.error.issues.toReversed().map((issue) => [issue.path.join('.'), issue]))
  throwAll(
    [...firsts.values()].reverse().map((issue) => {
      const field = ['input', ...(path ? [path] : []), ...issue.path].join('.')
      return new AppError(codeOf(issue, input), issue.message, { field })
    }),
  )
  throw new Error('a schema refused an input without an issue')
}

function codeOf(issue: z.core.$ZodIssue, input: unknown): ErrorCode {
  if (issue.code === 'too_big') return 'too_long'
  const value = issue.path.reduce<unknown>(
    (part, key) => (part as Record<PropertyKey, unknown>)?.[key],
    input,
  )
  return typeof value === 'string' && value.trim() === '' ? 'blank' : 'invalid_request'
}
