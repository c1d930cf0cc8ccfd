import type { Work } from '../../../events/transact.ts'
import type { Viewer } from '../../viewer.ts'

/** Whoever joins a chat is no longer in it silently. Operators, who never are, cost no statement. */
export async function endObservation({ tx }: Work, { userId, role }: Viewer, chatId: string): Promise<void> {
  if (role !== 'OPERATOR') await tx.chatObserver.deleteMany({ where: { chatId, userId } })
}
