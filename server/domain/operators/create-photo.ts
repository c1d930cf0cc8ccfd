import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { AppError } from '../../errors.ts'
import { makePhoto } from '../../files/make-photo.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'

const FIELD = { field: 'input.photoFileId' }

/**
 * Cuts an uploaded picture of the viewer to an operator's photo and stores that under an address of its own.
 * Returns the row to write. Throws `invalid_request` for what is not the viewer's own picture.
 */
export async function createPhoto(
  { db, storage }: Services,
  { userId, accountId }: Viewer,
  fileId: string,
): Promise<Prisma.FileUncheckedCreateInput> {
  const upload = await db.file.findUnique({ where: { id: fileId, accountId, ownerId: userId } })
  if (upload?.mediaType !== 'PHOTO') throw new AppError('invalid_request', 'Upload a picture first.', FIELD)
  const { stream } = await storage.open(upload.key)
  const { data, contentType, width, height } = await makePhoto(await buffer(stream)).catch((cause) => {
    throw cause instanceof AppError
      ? new AppError('invalid_request', cause.message, { ...FIELD, cause })
      : cause
  })
  const key = randomBytes(32).toString('hex')
  const size = await storage.put(key, data)
  return {
    accountId,
    ownerId: userId,
    key,
    name: upload.name,
    contentType,
    mediaType: 'PHOTO',
    size,
    width,
    height,
  }
}
