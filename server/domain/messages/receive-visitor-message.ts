import { retryConflict } from '../../database/retry-conflict.ts'
import type { Services } from '../../services.ts'
import { appendToOpenChat } from './append-to-open-chat.ts'
import { openFirstChat } from './open-first-chat.ts'
import { openOrContinueChat } from './open-or-continue-chat.ts'
import type { VisitorMessage } from './visitor-message.ts'

/**
 * Stores a visitor's message and shows it to the operators (contract A2). When it returns, the message is committed.
 * A visitor without an open chat gets a new one. Returns the message's id.
 * Throws `idempotency_key_reused`.
 */
export async function receiveVisitorMessage(services: Services, input: VisitorMessage): Promise<string> {
  const stored = input.idempotency
    ? null
    : ((await appendToOpenChat(services, input)) ?? (await openFirstChat(services, input)))
  return stored ?? retryConflict(() => openOrContinueChat(services, input))
}
