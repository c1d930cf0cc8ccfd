import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { readGlobalId } from '../../graphql/global-id.ts'

/** The most values of one parameter. */
const MOST = 100

/** A parameter that may be given several times. */
export const many = <T extends z.ZodType>(value: T) =>
  z.preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(value).max(MOST)).optional()
/** The GraphQL `id` of an object of this type. */
export const idOf = (typename: string) =>
  z.string().transform((given, context) => {
    const read = readGlobalId(given)
    if (read?.typename === typename) return read.id
    context.addIssue(`This is not the id of a ${typename.toLowerCase()}.`)
    return z.NEVER
  })
/** A time with its offset. */
export const moment = z.iso
  .datetime({ offset: true, error: 'Write a time like 2026-01-31T12:00:00Z.' })
  .transform((text) => new Date(text))

/** The parameters of an address as their schema makes them. Throws `invalid_request` for the first that is wrong. */
export function parseQuery<T extends z.ZodType>(schema: T, query: unknown): z.output<T> {
  const parsed = schema.safeParse(query)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new AppError('invalid_request', issue?.message ?? 'This value is not valid.', {
    ...(issue?.path[0] !== undefined && { field: String(issue.path[0]) }),
  })
}
