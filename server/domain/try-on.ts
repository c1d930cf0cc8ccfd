import { describeError } from '../process/describe-error.ts'
import type { Services } from '../services.ts'

/** Does something for one of several. What fails is tried again in the next round, and the others do not wait for it. */
export async function tryOn(
  { log }: Pick<Services, 'log'>,
  subject: { accountId?: string; chatId?: string; callId?: string; userId?: string },
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    log.warn(
      { ...subject, ...describeError(error) },
      'something for an account, a chat, a call or a person failed; trying again',
    )
  }
}
