import { describeError } from '../process/describe-error.ts'
import type { Services } from '../services.ts'

/** Does something for an account or a chat. What fails is tried again in the next round, and nobody else waits for it. */
export async function tryOn(
  { log }: Pick<Services, 'log'>,
  subject: { accountId: string; chatId?: string },
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    log.warn({ ...subject, ...describeError(error) }, 'an account or a chat was passed over; trying again')
  }
}
