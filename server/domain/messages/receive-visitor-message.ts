import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { ChannelEntry } from '../channels/channel-directory.ts'
import { retryConflict } from '../retry-conflict.ts'
import type { VisitorProfile } from '../visitors/visitor-profile.ts'
import { appendToOpenChat } from './append-to-open-chat.ts'
import { findEarlierAnswer, type Idempotency } from './idempotency.ts'
import { openOrContinueChat } from './open-or-continue-chat.ts'
import type { VisitorDraft } from './visitor-draft.ts'

export interface VisitorMessage {
  channel: ChannelEntry
  profile: VisitorProfile
  draft: VisitorDraft
  /** From an Idempotency-Key header. */
  idempotency?: Idempotency
}

/**
 * Stores what a visitor wrote and shows it to the operators (contract A2). When it returns, the message is
 * committed. A visitor without an open chat gets a new one. Returns the message's id.
 * Throws `idempotency_key_reused`.
 */
export async function receiveVisitorMessage(services: Services, input: VisitorMessage): Promise<string> {
  if (!input.idempotency) {
    const messageId = await appendToOpenChat(services, input)
    if (messageId) return messageId
  }
  try {
    return await retryConflict(() => openOrContinueChat(services, input))
  } catch (error) {
    const taken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
    if (!taken) throw error
    const earlier = await findEarlierAnswer(services.db, input)
    if (!earlier) throw error
    return earlier
  }
}
