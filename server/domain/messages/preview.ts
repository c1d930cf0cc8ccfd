import { cutText } from '../cut-text.ts'
import type { Media } from './media.ts'

const PREVIEW_LENGTH = 200

/** What a list of chats shows of a message: its text, else the name of its file. */
export function previewOf(message: { text?: string | null; media?: Media | null }): string {
  const text = message.text || message.media?.title || message.media?.file_name || ''
  return cutText(text, PREVIEW_LENGTH)
}
