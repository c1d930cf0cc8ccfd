import type { UploadedFile } from '../../browser/uploaded-file.ts'

/** Kinds that a file's content does not tell. */
export type SendAs = 'VOICE' | 'STICKER'

export interface Place {
  latitude: number
  longitude: number
}

/** The content of a message: a text, a file, or a place. */
export interface MessageContent {
  text?: string | null
  file?: UploadedFile | null
  sendAs?: SendAs | null
  /** Whole seconds, as this browser measured a recording. */
  duration?: number | null
  place?: Place | null
  /** Of a note: whom it mentions. A message to the visitor has none, not even an empty list. */
  mentionedIds?: readonly string[]
}

/** A message or a note on its way to the server. Its id is made here, so that sending it again changes nothing. */
export interface OutgoingMessage extends MessageContent {
  uuid: string
  chatId: string
  createdAt: string
  error: string | null
}
