import { setImmediate } from 'node:timers/promises'
import { CALL_REPORT_RATE } from '../../server/rest/calls.ts'
import type { Services } from '../../server/services.ts'

/**
 * Uses up a limit, of which `take` takes one, while something is asked. On a slow machine, requests alone do not come fast
 * enough to be refused.
 */
export async function whileUsedUp<Answer>(
  take: () => Promise<unknown>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  let isAnswered = false
  const useUp = async () => {
    while (!isAnswered) {
      await take().catch(() => {})
      await setImmediate()
    }
  }
  const using = Promise.all(Array.from({ length: 20 }, useUp))
  try {
    return await ask()
  } finally {
    isAnswered = true
    await using
  }
}

/** One of the reports of calls that an account may send. */
export const takeReport =
  ({ limits }: Services, accountId: string) =>
  () =>
    limits.meter(CALL_REPORT_RATE, accountId)
