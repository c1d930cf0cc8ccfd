import type { VisitOperator } from '../../core.ts'
import type { ChatWindow } from './chat-window.ts'

/** Operators who are in the chat and have not written in it yet: the visitor is told that they are there. */
export function findJoined({ state: { chat }, conversation }: ChatWindow): VisitOperator[] {
  const { messages, hasEarlier } = conversation
  // What they wrote may be on an earlier page.
  const isWhole = !hasEarlier || messages[0]?.chatId !== chat?.id
  if (chat?.status !== 'ACTIVE' || conversation.state !== 'ready' || !isWhole) return []
  return chat.operators.filter(
    ({ id }) => !messages.some(({ chatId, operator }) => chatId === chat.id && operator?.id === id),
  )
}
