import type { SlowDownRule } from '../../limits/slow-down.ts'
import type { Services } from '../../services.ts'
import { inHashingSlot } from './hashing-slot.ts'
import { verifyPassword } from './passwords.ts'

interface TryPassword {
  password: string
  /** Absent for somebody who may not sign in with any password; the work is the same. */
  passwordHash: string | undefined
  /** What failures are counted by. */
  slowed: [SlowDownRule, string][]
}

/**
 * Whether the password is right. Failures slow down later attempts, and an attempt that must wait is refused before
 * it costs anything. Throws `too_many_requests`, and `service_unavailable` when too many hash at once.
 */
export async function tryPassword(
  { limits: { failures } }: Services,
  { password, passwordHash, slowed }: TryPassword,
): Promise<boolean> {
  const check = () => Promise.all(slowed.map(([slowing, key]) => failures.check(slowing, key)))
  await check()
  return inHashingSlot(async () => {
    // With many concurrent attempts, those that were counted meanwhile may have been the last free ones.
    await check()
    const matches = await verifyPassword(password, passwordHash)
    if (!matches) await Promise.all(slowed.map(([slowing, key]) => failures.fail(slowing, key)))
    return matches
  })
}
