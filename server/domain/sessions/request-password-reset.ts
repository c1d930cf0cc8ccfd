import { z } from 'zod'
import { sendPasswordReset } from '../../jobs/send-password-reset.ts'
import type { Services } from '../../services.ts'
import { emailField, parseInput } from '../parse-input.ts'
import { networkOf } from './network-of.ts'

/** An office has one address. */
const BY_NETWORK = { name: 'password-reset', points: 20, seconds: 900 }
const fields = z.object({ email: emailField })

interface RequestPasswordReset {
  email: string
  /** Where the request came from. */
  address: string
}

/**
 * Mails a link to somebody who forgot their password. It does not reveal whether anybody has this e-mail address: the
 * answer and the work are the same. Throws errors of the address, and `too_many_requests`.
 */
export async function requestPasswordReset(
  { limits, queues }: Services,
  { address, ...input }: RequestPasswordReset,
): Promise<void> {
  const { email } = parseInput(fields, input)
  await limits.consume(BY_NETWORK, networkOf(address))
  await queues.enqueue(sendPasswordReset, [{ email }])
}
