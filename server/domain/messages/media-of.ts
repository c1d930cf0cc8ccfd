import type { Prisma } from '../../generated/prisma/client.ts'
import type { Media } from './media.ts'

type Earlier = Media & { file_size?: number; file_name?: string }

/**
 * What is stored in `Message.media`. While an update rolls out, a process of the earlier version still writes two names
 * as they are on the wire; the version after this one renames what is left of them and needs no reading of both.
 */
export function mediaOf(stored: Prisma.JsonValue): Media | null {
  const media = stored as Earlier | null
  if (!media || !('file_size' in media || 'file_name' in media)) return media
  const { file_size, file_name, ...same } = media
  return { fileSize: file_size, fileName: file_name, ...same }
}
