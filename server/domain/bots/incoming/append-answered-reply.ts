import { isRolledBack } from '../../../database/errors.ts'
import type { AttemptWrite, WriteResult } from '../../../outbox/write-attempts.ts'
import type { Services } from '../../../services.ts'
import { messageRow } from '../../messages/message-row.ts'
import type { BotReply } from './logged-reply.ts'

interface AnsweredAttempt {
  reply: BotReply
  chatId: string
  /** The attempt whose answer it came in. */
  write: AttemptWrite
}

/**
 * The fast path for nearly every reply in the body of an answer: one statement with the attempt (`appendAnsweredReplies`). It
 * has a plain text, so that every channel can show it. Returns null when it does not apply, and nothing was recorded.
 */
export async function appendAnsweredReply(
  { answeredReplies, announcer }: Services,
  { reply, chatId, write }: AnsweredAttempt,
): Promise<WriteResult | null> {
  const { draft } = reply.event
  if (write.item.event !== 'CLIENT_MESSAGE' || draft.text === null) return null
  const row = messageRow({ author: 'BOT', ...draft })
  // What is refused is tried again on the slow path, which can tell why.
  const appended = await answeredReplies.add({ reply, row, chatId, write }).catch((error: unknown) => {
    if (isRolledBack(error)) return null
    throw error
  })
  if (!appended) return null
  announcer.announce([appended.event])
  return { isMissing: false, counts: true, hasMore: appended.hasMore, following: [] }
}
