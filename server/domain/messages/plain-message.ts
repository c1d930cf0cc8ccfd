import type { Media } from './media.ts'
import type { Rich } from './rich.ts'
import { textOfRich } from './text-of-rich.ts'

interface PlainContent {
  text?: string | null
  media?: Media | null
  rich?: Rich | null
}

/** A message as plain text: a file is its comment and its address, a place its title and coordinates. */
export function plainMessage({ text, media, rich }: PlainContent): string {
  const { latitude, longitude, title, file } = media ?? {}
  const place = latitude !== undefined && longitude !== undefined ? `${latitude}, ${longitude}` : undefined
  const lines = [text || textOfRich(rich ?? {}), place && title, file ?? place]
  return lines.filter(Boolean).join('\n')
}
