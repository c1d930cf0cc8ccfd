import type { Tx } from '../../../database/client.ts'
import type { LockedChat } from '../lock-chat.ts'

/** Whoever joins a chat is no longer in it silently. A chat in which nobody is silently costs no statement. */
export async function endObservation(tx: Tx, chat: LockedChat, userId: string): Promise<void> {
  if (chat.isObserved) await tx.chatObserver.deleteMany({ where: { chatId: chat.id, userId } })
}
