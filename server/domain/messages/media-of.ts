import type { Prisma } from '../../generated/prisma/client.ts'
import type { Media } from './media.ts'

type Earlier = Media & { file_size?: number; file_name?: string }

/**
 * Reads `Message.media`. During a rolling update, a process of the earlier version still writes two fields with their
 * names on the wire; the next version renames the remaining ones, and both names need no longer be read.
 */
export function mediaOf(stored: Prisma.JsonValue): Media | null {
  const media = stored as Earlier | null
  if (!media || !('file_size' in media || 'file_name' in media)) return media
  const { file_size, file_name, ...same } = media
  return { fileSize: file_size, fileName: file_name, ...same }
}
