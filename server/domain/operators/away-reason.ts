import { z } from 'zod'
import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'

/** How many reasons an account can have. */
export const MOST_REASONS = 20
/** How long a reason can be, in characters. */
export const LONGEST_REASON = 40

const reasonField = z
  .string()
  .trim()
  .min(1, 'Enter a reason.')
  .max(LONGEST_REASON, `A reason can have at most ${LONGEST_REASON} characters.`)
  .refine((text) => !/\p{Cc}/u.test(text), 'A reason must not contain control characters.')

/** The reasons of an account, as an admin enters them. The same one twice is one. */
export const reasonsField = z
  .array(reasonField)
  .max(MOST_REASONS, `There can be at most ${MOST_REASONS} reasons.`)
  .transform((reasons) => [...new Set(reasons)])

/** Throws `invalid_request` for a reason that is not one of the account's. */
export async function requireReason(tx: Tx, accountId: string, reason: string | null): Promise<void> {
  if (reason === null) return
  const where = { id: accountId, awayReasons: { has: reason } }
  if ((await tx.account.count({ where })) > 0) return
  throw new AppError('invalid_request', 'Choose one of the account’s reasons.', {
    field: 'input.reason',
  })
}
