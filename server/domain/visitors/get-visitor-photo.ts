import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Db } from '../../database/client.ts'
import { isOrphan } from '../../database/errors.ts'
import { AppError } from '../../errors.ts'
import { openIfStored } from '../../files/open-if-stored.ts'
import type { EncodedPicture } from '../../files/pictures/encode-picture.ts'
import type { VisitorPhoto } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { removeErased } from '../files/remove-erased.ts'
import { isPhotoSignature } from './visitor-photo-url.ts'

/** The served picture: small, and of a type that browsers do not run. */
interface ShownPhoto {
  stream: Readable
  contentType: string
  size: number
}

interface PhotoSource {
  visitorId: string
  accountId: string
  url: string
}

const FETCH_MS = 5_000
const MAX_BYTES = 5 * 1024 * 1024
/** An address without a picture is tried again after this time. */
const RETRY_MS = 3_600_000
/** Pictures that one account may have fetched in a minute, and one visitor in an hour. */
const ACCOUNT_LIMIT = { name: 'photos', points: 120, seconds: 60 }
const VISITOR_LIMIT = { name: 'photo', points: 6, seconds: 3_600 }

/**
 * A visitor's picture, 128 × 128 px. It is fetched through the guard of outgoing requests when somebody looks at it
 * for the first time, and kept: messages never wait for it, and its host does not learn who looks at it or when.
 * Throws `not_found` when there is none, and `too_many_requests`.
 */
export async function getVisitorPhoto(
  services: Services,
  { visitorId, signature }: { visitorId: string; signature: string },
): Promise<ShownPhoto> {
  const visitor = z.uuid().safeParse(visitorId).success
    ? await services.db.visitor.findUnique({ where: { id: visitorId }, include: { photo: true } })
    : null
  if (!visitor?.photoUrl || !isPhotoSignature(services.env, visitor, signature)) throw noPhoto()
  const wanted = { visitorId, accountId: visitor.accountId, url: visitor.photoUrl }
  const kept = visitor.photo?.url === wanted.url ? visitor.photo : null
  if (kept?.key) {
    const shown = await openKept(services, kept)
    if (shown) return shown
  } else if (kept && kept.fetchedAt.getTime() > Date.now() - RETRY_MS) throw noPhoto()
  const shown = await openKept(services, await fetchOnce(services, wanted, visitor.photo?.key ?? null))
  if (!shown) throw noPhoto()
  return shown
}

/** Null when there is no picture, or its file is missing: then it is fetched again. */
async function openKept({ storage }: Services, photo: VisitorPhoto): Promise<ShownPhoto | null> {
  const { key, contentType } = photo
  if (!key || !contentType) return null
  const opened = await openIfStored(storage, key)
  return opened && { ...opened, contentType }
}

/** Many screens show a new visitor at the same time. */
function fetchOnce(services: Services, wanted: PhotoSource, oldKey: string | null): Promise<VisitorPhoto> {
  const id = `${wanted.visitorId} ${wanted.url}`
  const { photoFetches: running } = services
  const known = running.get(id)
  if (known) return known
  const started = fetchPhoto(services, wanted, oldKey).finally(() => running.delete(id))
  running.set(id, started)
  return started
}

async function fetchPhoto(
  services: Services,
  wanted: PhotoSource,
  oldKey: string | null,
): Promise<VisitorPhoto> {
  const { db, limits, storage } = services
  await limits.consume(VISITOR_LIMIT, wanted.visitorId)
  await limits.consume(ACCOUNT_LIMIT, wanted.accountId)
  const picture = await download(services, wanted)
  const { visitorId, url } = wanted
  // The same in every process: two that fetch it at the same time store one file.
  const key = picture && createHash('sha256').update(`${visitorId}\n${url}`).digest('hex')
  if (oldKey && oldKey !== key) await storage.remove(oldKey)
  const found = {
    url,
    key,
    contentType: picture?.contentType ?? null,
    size: picture?.data.length ?? null,
    fetchedAt: new Date(),
  }
  // The row first: a file without a row would never be deleted.
  const photo = await keepRow(db, visitorId, found)
  if (!picture || !key) return photo
  await storage.put(key, picture.data)
  if (await removeErased(db, storage, [key])) throw noPhoto()
  return photo
}

/** Throws `not_found` when the visitor was erased since they were read. */
async function keepRow(db: Db, visitorId: string, found: Omit<VisitorPhoto, 'id' | 'visitorId'>) {
  try {
    return await db.visitorPhoto.upsert({
      where: { visitorId },
      create: { visitorId, ...found },
      update: found,
    })
  } catch (error) {
    throw isOrphan(error) ? noPhoto() : error
  }
}

async function download(
  { sender, storage, fileWorkers }: Services,
  { url, accountId }: PhotoSource,
): Promise<EncodedPicture | null> {
  const fetched = await sender.get({ url, timeoutMs: FETCH_MS, maxResponseBytes: MAX_BYTES })
  if (fetched.kind === 'failed' || fetched.status !== 200 || fetched.truncated) return null
  const received = await storage.receive(Readable.from([fetched.bytes]))
  try {
    return await fileWorkers.makePhoto({ id: `visitors of ${accountId}`, isVisitor: true }, received.path)
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported_media_type') return null
    throw error
  } finally {
    await storage.discard(received)
  }
}

function noPhoto(): AppError {
  return new AppError('not_found', 'This picture does not exist.')
}
