import { CALL_REPORT_RATE } from '../../server/rest/calls.ts'
import type { Services } from '../../server/services.ts'

/**
 * Uses up the reports of calls that an account may send while something is asked. On a slow machine, requests alone do not
 * come fast enough to be refused.
 */
export async function whileReportsAreUsedUp<Answer>(
  { limits }: Services,
  accountId: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  let isAnswered = false
  const useUp = async () => {
    while (!isAnswered) await limits.meter(CALL_REPORT_RATE, accountId).catch(() => {})
  }
  const using = Promise.all(Array.from({ length: 20 }, useUp))
  try {
    return await ask()
  } finally {
    isAnswered = true
    await using
  }
}
