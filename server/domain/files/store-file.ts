import type { Readable } from 'node:stream'
import { AppError } from '../../errors.ts'
import type { EncodedPicture } from '../../files/pictures/encode-picture.ts'
import type { ReceivedFile } from '../../files/storage.ts'
import type { File } from '../../generated/prisma/client.ts'
import { createSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import type { Principal } from '../principal.ts'
import { goneVisitor, requireSurvivor } from '../visitors/lock-survivor.ts'
import { addFile } from './add-file.ts'
import { removeErased } from './remove-erased.ts'
import { removeFiles } from './remove-files.ts'

interface NewFile {
  /** Its owner: an operator or a visitor, the only one who can send it. */
  owner: Principal
  content: Readable
  /** As the browser named it. */
  name: string
  /** Asked when `content` has ended: whether it was cut at the limit. */
  isTruncated(): boolean
}

/**
 * Stores a file at an address that nobody can guess, and a thumbnail of a picture at another. Its type is
 * detected from its content. Throws `invalid_request` for an empty one, `payload_too_large`, `storage_full`.
 */
export async function storeFile(
  services: Services,
  { content, isTruncated, ...rest }: NewFile,
): Promise<File> {
  const { storage } = services
  const received = await storage.receive(content)
  try {
    if (isTruncated()) throw new AppError('payload_too_large', 'The file is too large.')
    if (received.size === 0) throw new AppError('invalid_request', 'The file is empty.', { field: 'file' })
    return await keepFile(services, received, rest)
  } finally {
    await storage.discard(received)
  }
}

/** The row first: a killed process then leaves a file that was never sent, which is pruned. */
async function keepFile(
  { db, env, storage, fileWorkers }: Services,
  received: ReceivedFile,
  { owner, name }: Pick<NewFile, 'owner' | 'name'>,
): Promise<File> {
  const isVisitor = owner.kind === 'visitor'
  const sender = { id: isVisitor ? owner.visitorId : owner.userId, isVisitor }
  const { found, thumb } = await fileWorkers.inspect(sender, { path: received.path, name })
  const file = await db.$transaction(async (tx) =>
    addFile(tx, env, {
      accountId: owner.accountId,
      ownerId: isVisitor ? null : owner.userId,
      visitorId: isVisitor ? (await requireSurvivor(tx, owner)).id : null,
      key: storageKey(),
      name: found.fileName,
      contentType: found.contentType,
      mediaType: found.mediaType,
      size: received.size,
      width: found.width ?? null,
      height: found.height ?? null,
      duration: found.duration ?? null,
      ...(thumb && thumbColumns(thumb)),
    }),
  )
  try {
    if (thumb && file.thumbKey) await storage.put(file.thumbKey, thumb.data)
    await storage.keep(file.key, received)
    // Whoever erased the visitor meanwhile has found the row, but not what it names.
    const keys = file.thumbKey ? [file.key, file.thumbKey] : [file.key]
    if (await removeErased(db, storage, keys)) throw goneVisitor()
    return file
  } catch (error) {
    // Otherwise each new try of the same upload would take more of the account's space, until they are pruned.
    await removeFiles({ db, storage }, [file.id]).catch(() => {})
    throw error
  }
}

function thumbColumns({ data, contentType }: EncodedPicture) {
  return { thumbKey: storageKey(), thumbContentType: contentType, thumbSize: data.length }
}

/** 256 random bits in the characters that a storage key may have. */
function storageKey(): string {
  return Buffer.from(createSecret(), 'base64url').toString('hex')
}
