import { AppError } from '../../errors.ts'
import type { MediaType } from '../../files/media-type.ts'
import type { Services } from '../../services.ts'

interface StoredFile {
  key: string
  fileName: string
  contentType: string
  mediaType: MediaType
  /** Bytes. */
  size: number
}

/**
 * The file, or the thumbnail, that has this key. Anyone who knows the key may fetch it. Throws `not_found`.
 */
export async function findStoredFile({ db }: Services, key: string): Promise<StoredFile> {
  const file = await db.file.findFirst({ where: { OR: [{ key }, { thumbKey: key }] } })
  if (!file) throw new AppError('not_found', 'This file does not exist.')
  if (file.thumbKey === key && file.thumbContentType && file.thumbSize) {
    return {
      key,
      fileName: file.name,
      contentType: file.thumbContentType,
      mediaType: 'PHOTO',
      size: file.thumbSize,
    }
  }
  const { name, contentType, size } = file
  return { key, fileName: name, contentType, mediaType: file.mediaType as MediaType, size }
}
