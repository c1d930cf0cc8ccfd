import { z } from 'zod'
import { orNotFound } from '../../database/or-not-found.ts'
import type { AppError } from '../../errors.ts'
import type { Call } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { parseInput } from '../parse-input.ts'
import { type Viewer, within } from '../viewer.ts'
import { markCall } from './mark-call.ts'

const fields = z.object({
  reason: z
    .string()
    .trim()
    .min(1, 'Say why the call failed.')
    .max(500, 'A reason can have at most 500 characters.'),
})

interface FailCall {
  viewer: Viewer
  id: string
  /** 1 to 500 characters. */
  reason: string
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/** The call failed: nobody answered, the line was busy. Throws what `markCall` throws, and a bad reason. */
export async function failCall(
  services: Services,
  { viewer, id, problems = [], ...input }: FailCall,
): Promise<Call> {
  const known = () => services.db.call.findFirstOrThrow({ where: { id, ...within(viewer) } })
  const [, { reason }] = await checkAll(
    () => throwAll(problems),
    () => parseInput(fields, input),
    () => orNotFound(known(), 'call'),
  )
  return markCall(services, { viewer, id, to: 'ERROR', reason })
}
