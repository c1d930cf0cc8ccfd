import type { UploadedFile } from '../../browser/uploaded-file.ts'
import type { Message } from '../../graphql/fragments.ts'

/** Kinds that a file's content does not tell. */
export type SendAs = 'VOICE' | 'STICKER'

export interface Place {
  latitude: number
  longitude: number
}

/** What a message quotes. */
export type Quote = NonNullable<Message['quote']>

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
  quote?: Quote | null
}

/** A message or a note on its way to the server. Its id is made here, so that sending it again changes nothing. */
export interface OutgoingMessage extends MessageContent {
  uuid: string
  chatId: string
  createdAt: string
  error: string | null
}
