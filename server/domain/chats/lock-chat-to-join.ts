import type { Tx } from '../../database/client.ts'
import { lockOperators } from '../operators/lock-operators.ts'
import type { Viewer } from '../viewer.ts'
import { type LockedChat, lockChat, unknownChat } from './lock-chat.ts'

/**
 * Locks a chat that the viewer is about to get, and before it the viewer, as they are now: somebody who is deactivated
 * or taken off the channel at the same moment either gets the chat first and then leaves it, or does not get it.
 * Throws `not_found`.
 */
export async function lockChatToJoin(
  tx: Tx,
  viewer: Viewer,
  chatId: string,
  field = 'input.chatId',
): Promise<LockedChat> {
  const { accountId, userId } = viewer
  const [self] = await lockOperators(tx, { accountId, ids: [userId], of: { chatId } })
  if (!self?.isAssigned) throw unknownChat(field)
  return lockChat(tx, viewer, chatId, field)
}
