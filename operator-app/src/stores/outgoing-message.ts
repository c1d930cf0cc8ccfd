import type { UploadedFile } from './uploaded-file.ts'

/** A message on its way to the server. Its id is made here, so that sending it again changes nothing. */
export interface OutgoingMessage {
  uuid: string
  chatId: string
  text: string | null
  file: UploadedFile | null
  createdAt: string
  error: string | null
}

/** The global id that the server will give a message with this UUID. */
export function toMessageId(uuid: string): string {
  return btoa(`Message:${uuid}`)
}
