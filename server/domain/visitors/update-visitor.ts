import { z } from 'zod'
import type { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Visitor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { parseInput } from '../parse-input.ts'
import type { Viewer } from '../viewer.ts'
import { correctVisitor } from './correct-visitor.ts'
import { lockVisitor } from './lock-visitor.ts'
import { recordVisitorUpdate } from './record-visitor-update.ts'

/** Null and a blank text both remove the value. */
const removable = (field: z.ZodType<string, string>) =>
  z
    .string()
    .trim()
    .nullable()
    .transform((value) => value || null)
    .pipe(field.nullable())
    .optional()
const line = (length: number, name: string) =>
  z
    .string()
    .max(length, `${name} can have at most ${length} characters.`)
    .refine((text) => !/\p{Cc}/u.test(text), `${name} must not contain control characters.`)

const fields = z.object({
  name: removable(line(255, 'A name')),
  email: removable(line(254, 'An e-mail address').pipe(z.email('Enter an e-mail address.'))),
  phone: removable(line(50, 'A phone number')),
  description: removable(z.string().max(2000, 'A description can have at most 2000 characters.')),
})

interface UpdateVisitor {
  viewer: Viewer
  visitorId: string
  name?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  description?: string | null | undefined
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Changes the data of a visitor. Omitted fields are unchanged, blank ones are removed. The client's earlier values do
 * not come back with the visitor's next message; only new values do. Throws `not_found`, `visitor_merged`,
 * `too_long`, `invalid_request`.
 */
export function updateVisitor(
  services: Services,
  { viewer, visitorId, problems = [], ...input }: UpdateVisitor,
): Promise<Visitor> {
  return transact(services, async (work) => {
    const [, before, parsed] = await checkAll(
      () => throwAll(problems),
      () => lockVisitor(work.tx, { viewer, visitorId, field: 'input.id' }),
      () => parseInput(fields, input),
    )
    const given = Object.entries(parsed).filter(([, value]) => value !== undefined)
    const changes = Object.fromEntries(given) as Partial<
      Pick<Visitor, 'name' | 'email' | 'phone' | 'description'>
    >
    const isSame = given.every(([field, value]) => before[field as keyof Visitor] === value)
    if (isSame) return before
    const visitor = await correctVisitor(work, { before, changes, actor: viewer })
    await recordVisitorUpdate(work, visitor, actorOf(viewer))
    return visitor
  })
}
