import { cutText } from '../cut-text.ts'
import type { Media } from './media.ts'
import type { Rich } from './rich.ts'

const PREVIEW_LENGTH = 200

interface Previewed {
  text?: string | null
  media?: Media | null
  rich?: Rich | null
}

/** What a list of chats shows of a message: its text, else the name of its file. */
export function previewOf({ text: plain, media, rich }: Previewed): string {
  const text = plain || media?.title || media?.file_name || rich?.content || rich?.title || ''
  return cutText(text, PREVIEW_LENGTH)
}
