import { cutText } from '../cut-text.ts'
import type { Media } from './media.ts'
import type { Rich } from './rich.ts'
import { textOfRich } from './text-of-rich.ts'

const PREVIEW_LENGTH = 200

interface PreviewContent {
  text?: string | null
  media?: Media | null
  rich?: Rich | null
}

/** What a list of chats shows of a message: its text, or else what describes its file or place. */
export function previewOf({ text: plain, media, rich }: PreviewContent): string {
  const text = plain || (media && mediaPreview(media)) || textOfRich(rich ?? {})
  return cutText(text, PREVIEW_LENGTH)
}

function mediaPreview({ emoji, title, fileName, latitude, longitude, file }: Media): string {
  const place = latitude === undefined || longitude === undefined ? '' : 'Location'
  return emoji || title || fileName || place || (file ? lastPartOf(file) : '')
}

/** The end of an address, as the conversation names a file without a name. */
function lastPartOf(address: string): string {
  if (!URL.canParse(address)) return address
  const { host, pathname } = new URL(address)
  return pathname.split('/').findLast(Boolean) ?? host
}
