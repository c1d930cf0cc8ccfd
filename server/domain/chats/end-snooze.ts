import type { Actor } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import { postNotice } from '../messages/append-message.ts'
import { AWAKE } from './awake.ts'
import { changeChat } from './change-chat.ts'

/** Brings a chat that the transaction holds back into the views, if it is snoozed. */
export async function endSnooze(work: Work, chat: Chat, actor: Actor): Promise<Chat> {
  if (!chat.snoozedAt) return chat
  const byOperator = actor.type === 'OPERATOR' && actor.id !== null
  await postNotice(work, chat, { kind: 'SNOOZE_ENDED', ...(byOperator && { actorId: actor.id as string }) })
  return changeChat(work, chat.id, AWAKE, { kind: 'CHAT_UNSNOOZED', actor })
}
