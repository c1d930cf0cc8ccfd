import type { ExportedChat } from './exported-chat.ts'
import type { ExportedMessage } from './exported-message.ts'

/** A chat, and then its messages in their order. */
export type ExportedPiece = { chat: ExportedChat } | { message: ExportedMessage }

/** Puts each message after its chat; both come in the same order. */
export async function* joinMessages(
  chats: ExportedChat[],
  messages: AsyncIterable<ExportedMessage>,
): AsyncGenerator<ExportedPiece> {
  const rest = chats.values()
  let current: ExportedChat | undefined
  for await (const message of messages) {
    while (current?.id !== message.chatId) {
      current = rest.next().value
      if (!current) return
      yield { chat: current }
    }
    yield { message }
  }
  for (const chat of rest) yield { chat }
}
