import { randomBytes } from 'node:crypto'
import { AppError } from '../../errors.ts'
import type { File } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { addFile } from '../files/add-file.ts'
import type { Viewer } from '../viewer.ts'

const FIELD = { field: 'input.photoFileId' }

/**
 * Crops an uploaded picture of the viewer to an operator's photo and stores that at its own address. Until it is
 * somebody's photo, it counts as a file that was never sent. Throws `not_found` for a file that the viewer did not
 * upload, `invalid_request` for a file that is not a picture, `storage_full`.
 */
export async function createPhoto(
  { db, env, storage, fileWorkers }: Services,
  { userId, accountId }: Viewer,
  fileId: string,
): Promise<File> {
  const upload = await db.file.findUnique({ where: { id: fileId, accountId, ownerId: userId } })
  if (!upload) throw new AppError('not_found', 'You have no such file. Upload it first.', FIELD)
  if (upload.mediaType !== 'PHOTO') throw new AppError('invalid_request', 'Upload a picture.', FIELD)
  // Another process looks into it, so that it has to be on this machine.
  const copy = await storage.receive((await storage.open(upload.key)).stream)
  const { data, contentType, width, height } = await fileWorkers
    .makePhoto({ id: userId, isVisitor: false }, copy.path)
    .finally(() => storage.discard(copy))
    .catch((cause) => {
      throw cause instanceof AppError && cause.code === 'unsupported_media_type'
        ? new AppError('invalid_request', cause.message, { ...FIELD, cause })
        : cause
    })
  const photo = await db.$transaction((tx) =>
    addFile(tx, env, {
      accountId,
      ownerId: userId,
      key: randomBytes(32).toString('hex'),
      name: upload.name,
      contentType,
      mediaType: 'PHOTO',
      size: data.length,
      width,
      height,
    }),
  )
  await storage.put(photo.key, data)
  return photo
}
