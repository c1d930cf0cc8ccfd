import type { Message } from '../../graphql/fragments.ts'
import { sendMessageMutation } from '../../graphql/messages.ts'
import { writeNoteMutation } from '../../graphql/notes.ts'
import { mutate } from '../../graphql/request.ts'
import type { OutgoingMessage } from './outgoing-message.ts'

/** The server's answer: the message, or why it was refused. */
export interface PostedMessage {
  message: Message | null
  userErrors: readonly { code: string; message: string }[]
}

/** Sends a message to the visitor. Throws RequestError. */
export async function postMessage(entry: OutgoingMessage): Promise<PostedMessage> {
  const { uuid, chatId, text, file, sendAs, duration, place, quote } = entry
  const input = {
    idempotencyKey: uuid,
    chatId,
    text,
    fileId: file?.id,
    sendAs,
    duration,
    location: place,
    quotedMessageId: quote?.message.id,
  }
  const { sendMessage } = await mutate(sendMessageMutation, { input })
  return sendMessage
}

/** Writes a note. Throws RequestError. */
export async function postNote({
  uuid,
  chatId,
  text,
  mentionedIds,
  quote,
}: OutgoingMessage): Promise<PostedMessage> {
  const input = {
    idempotencyKey: uuid,
    chatId,
    text: text ?? '',
    mentionedIds: [...(mentionedIds ?? [])],
    quotedMessageId: quote?.message.id,
  }
  const { writeNote } = await mutate(writeNoteMutation, { input })
  return { message: writeNote.note, userErrors: writeNote.userErrors }
}
