import type { ExportedPiece } from '../../domain/archive/join-messages.ts'

/** An array of chats, each with its messages, one object on each line. */
export async function* toJson(pieces: AsyncIterable<ExportedPiece>): AsyncGenerator<string> {
  let open: 'nothing' | 'chat' | 'messages' = 'nothing'
  yield '['
  for await (const piece of pieces) {
    if ('message' in piece) {
      const { chatId, ...message } = piece.message
      yield `${open === 'messages' ? ',' : ''}\n${JSON.stringify(message)}`
      open = 'messages'
    } else {
      const { id, ...chat } = piece.chat
      const head = JSON.stringify({ ...chat, messages: [] }).slice(0, -']}'.length)
      yield `${open === 'nothing' ? '' : ']},'}\n${head}`
      open = 'chat'
    }
  }
  yield open === 'nothing' ? ']' : ']}\n]'
}
