import { transact } from '../../../events/transact.ts'
import { describeError } from '../../../process/describe-error.ts'
import type { Services } from '../../../services.ts'
import { lockChatRow } from '../../chats/lock-chat-row.ts'
import { type CrmAnswerSource, recordCrmAnswerUpdate } from './record-crm-answer-update.ts'

/** Most endpoints have answered by then, and operators see the answer at once. */
const SLOW_MS = 250

/**
 * Announces to operators that an endpoint is being asked about a chat if it does not answer at once: the event may have
 * waited, so that their screens do not know.
 */
export async function tellWhileAsking<Answer>(
  services: Services,
  source: CrmAnswerSource,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const timer = setTimeout(() => {
    tellAsking(services, source).catch((error: unknown) =>
      services.log.warn(describeError(error), 'operators do not know that an endpoint is being asked'),
    )
  }, SLOW_MS)
  try {
    return await ask()
  } finally {
    clearTimeout(timer)
  }
}

function tellAsking(services: Services, source: CrmAnswerSource): Promise<void> {
  return transact(services, async (work) => {
    const chat = await lockChatRow(work.tx, source.chatId)
    if (chat) await recordCrmAnswerUpdate(work, { ...source, channelId: chat.channelId })
  })
}
