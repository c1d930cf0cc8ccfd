import type { Actor } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import { postNotice } from '../../messages/append-message.ts'
import { changeChat } from '../change-chat.ts'
import type { LockedChat } from '../lock-chat.ts'

interface Departure {
  userId: string
  /** The supervisor, or the person who took their access away. */
  actor: Actor
}

/** Takes somebody out of a chat that the transaction holds, if they are in it silently; its operators see that they left. */
export async function departObserver(
  work: Work,
  chat: LockedChat,
  { userId, actor }: Departure,
): Promise<Chat> {
  const { count } = await work.tx.chatObserver.deleteMany({ where: { chatId: chat.id, userId } })
  if (count === 0 || chat.status === 'CLOSED') return chat
  await postNotice(work, chat, { kind: 'OBSERVER_LEFT', actorId: userId })
  const isObserved = (await work.tx.chatObserver.count({ where: { chatId: chat.id } })) > 0
  return changeChat(work, chat.id, { isObserved }, { kind: 'OBSERVER_LEFT', actor, subjectId: userId })
}
