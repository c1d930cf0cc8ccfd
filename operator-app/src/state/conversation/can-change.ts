import type { Chat, Message } from '../../graphql/fragments.ts'
import { channelTraits } from '../channel-traits.ts'

interface Change {
  message: Message
  chat: Chat
  viewerId: string
  now: number
}

/** Whether the viewer can edit and delete a message now. */
export function canChange({ message, chat, viewerId, now }: Change): boolean {
  const { operator, editableUntil, type } = message
  if (operator?.id !== viewerId || editableUntil === null || Date.parse(editableUntil) <= now) return false
  return type === 'NOTE' || channelTraits[chat.channel.kind].changesReplies
}
