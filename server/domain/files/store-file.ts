import { AppError } from '../../errors.ts'
import { inspectFile } from '../../files/inspect-file.ts'
import { makeThumbnail } from '../../files/make-thumbnail.ts'
import type { Storage } from '../../files/storage.ts'
import type { File } from '../../generated/prisma/client.ts'
import { createSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'

interface NewFile {
  viewer: Viewer
  content: Buffer
  /** As the browser named it. */
  name: string
}

/**
 * Keeps a file under an address that nobody can guess, and a thumbnail of a picture under another. What it is, is
 * found by looking at its content. Throws `invalid_request` for an empty one.
 */
export async function storeFile(
  { db, storage }: Services,
  { viewer, content, name }: NewFile,
): Promise<File> {
  if (content.length === 0) throw new AppError('invalid_request', 'The file is empty.', { field: 'file' })
  const found = await inspectFile(content, name)
  const key = storageKey()
  await storage.put(key, content)
  const thumb = found.mediaType === 'PHOTO' ? await storeThumbnail(storage, content) : {}
  return db.file.create({
    data: {
      accountId: viewer.accountId,
      ownerId: viewer.userId,
      key,
      name: found.fileName,
      contentType: found.contentType,
      mediaType: found.mediaType,
      size: content.length,
      width: found.width ?? null,
      height: found.height ?? null,
      duration: found.duration ?? null,
      ...thumb,
    },
  })
}

async function storeThumbnail(storage: Storage, content: Buffer) {
  const { data, contentType } = await makeThumbnail(content)
  const thumbKey = storageKey()
  const thumbSize = await storage.put(thumbKey, data)
  return { thumbKey, thumbContentType: contentType, thumbSize }
}

/** 256 random bits in the characters that a storage key may have. */
function storageKey(): string {
  return Buffer.from(createSecret(), 'base64url').toString('hex')
}
