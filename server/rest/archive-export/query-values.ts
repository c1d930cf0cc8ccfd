import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { readGlobalId } from '../../graphql/kit/global-id.ts'
import { storableText } from '../../text/storable-text.ts'

export const format = z.enum(['csv', 'json'], { error: 'Choose csv or json.' })
export const search = z.string().transform(storableText).optional()

/** The most values of one parameter: fewer than GraphQL takes, because an address has to fit into the head of a request. */
export const MOST_VALUES = 100

/** A parameter that may be given several times. */
export const many = <T extends z.ZodType>(value: T) =>
  z
    .preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(value).max(MOST_VALUES))
    .optional()
/** The global id of something of this type, as its own id. */
export const idOf = (typename: string) =>
  z.string().transform((given, context) => {
    const read = readGlobalId(given)
    if (read?.typename === typename) return read.id
    context.addIssue(`This is not the id of a ${typename.toLowerCase()}.`)
    return z.NEVER
  })
export const moment = z.iso
  .datetime({ offset: true, error: 'Enter a time such as 2026-01-31T12:00:00Z.' })
  .transform((text) => new Date(text))

export const whole = z.coerce.number().int().min(0).max(2_147_483_647)
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Whose records: the same for everything in the archive. */
export const ofVisitors = {
  visitorNumber: whole.optional(),
  blacklisted: flag.optional(),
}

/** Reads the parameters of an address. Throws `invalid_request` with the first that is wrong. */
export function readQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  const parsed = schema.safeParse(query)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  if (issue?.code === 'unrecognized_keys') {
    const [field = ''] = issue.keys
    throw new AppError('invalid_request', `There is no parameter ${field}.`, { field })
  }
  throw new AppError('invalid_request', issue?.message ?? 'This value is not valid.', {
    ...(issue?.path[0] !== undefined && { field: String(issue.path[0]) }),
  })
}
