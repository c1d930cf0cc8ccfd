import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../errors.ts'

/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** Keeps bytes under a key ([a-z0-9_-], 3 to 128 characters). Narrow, so that another store can stand in for the folder. */
export interface Storage {
  /** On disk when the promise resolves; a reader sees all of it or nothing. Gives the number of bytes. */
  put(key: string, content: Buffer | Readable): Promise<number>
  /** `size` is that of the whole file, also for a range. Throws AppError `not_found`. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
}

const KEY = /^[a-z0-9_-]{3,128}$/

/** A folder of the machine, with a subfolder for the first two characters of the key. */
export function createStorage({ dir }: { dir: string }): Storage {
  return {
    put: async (key, content) => put(pathOf(dir, key), content),
    open: async (key, range) => openFile(pathOf(dir, key), range),
    remove: async (key) => rm(pathOf(dir, key), { force: true }),
  }
}

function pathOf(dir: string, key: string): string {
  // The keys are made by us: another one is somebody trying paths.
  if (!KEY.test(key)) throw new AppError('not_found', 'There is no such file')
  return join(dir, key.slice(0, 2), key)
}

async function put(path: string, content: Buffer | Readable): Promise<number> {
  // A key cannot contain a dot, so a half-written file is never taken for a finished one.
  const unfinished = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true })
  const target = createWriteStream(unfinished, { flush: true })
  try {
    await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, target)
    await rename(unfinished, path)
    return target.bytesWritten
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function openFile(path: string, range?: ByteRange): Promise<{ stream: Readable; size: number }> {
  try {
    const { size } = await stat(path)
    return { stream: createReadStream(path, range), size }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new AppError('not_found', 'There is no such file')
  }
}
