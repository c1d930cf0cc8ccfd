import { retryConflict } from '../../database/retry-conflict.ts'
import type { Services } from '../../services.ts'
import { appendToOpenChat } from './append-to-open-chat.ts'
import { openFirstChat } from './open-first-chat.ts'
import { openOrContinueChat } from './open-or-continue-chat.ts'
import type { VisitorMessage } from './visitor-message.ts'

/**
 * Stores a visitor's message, from wherever it comes, and shows it to the operators (contract A2). When it returns, the
 * message is committed. A visitor without an open chat gets a new one. Returns the message's id.
 * Throws `idempotency_key_reused`, and what `findOpening` throws.
 */
export async function receiveVisitorMessage(services: Services, input: VisitorMessage): Promise<string> {
  const stored = await takeFastPath(services, input)
  if (stored) return stored
  const opening = await input.findOpening?.()
  return retryConflict(() => openOrContinueChat(services, input, opening))
}

/** Only the slow path looks for an answer that was given before. A visitor of a website does not write as a stranger. */
async function takeFastPath(services: Services, input: VisitorMessage): Promise<string | null> {
  if (input.idempotency) return null
  const appended = await appendToOpenChat(services, input)
  return appended || input.findOpening ? appended : openFirstChat(services, input)
}
