import { randomUUID } from 'node:crypto'
import { chmodSync, createReadStream, createWriteStream, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ByteRange, noFile, type ReceivedFile, requireStorageKey, type Storage } from './storage.ts'

/** Longer than the two characters of a key's folder. */
const INCOMING = 'incoming'
/** Nobody else on the machine reads what visitors and operators send each other. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const OTHERS = 0o077

/** A folder of the machine, with a subfolder for the first two characters of the key. */
export function createFolderStorage({ dir }: { dir: string }): Storage {
  const incoming = join(dir, INCOMING)
  const { mode = FOLDER_MODE } = statSync(dir, { throwIfNoEntry: false }) ?? {}
  // Made by a version that let others in. One that is closed may be read-only, for a backup.
  if (mode & OTHERS) chmodSync(dir, FOLDER_MODE)
  return {
    receive: (content) => receive(incoming, content),
    keep: async (key, { path }) => move(path, pathOf(dir, key)),
    discard: async ({ path }) => rm(path, { force: true }),
    async put(key, content) {
      const path = pathOf(dir, key)
      const file = await receive(incoming, Buffer.isBuffer(content) ? Readable.from([content]) : content)
      await move(file.path, path)
      return file.size
    },
    open: async (key, range) => openFile(pathOf(dir, key), range),
    remove: async (key) => rm(pathOf(dir, key), { force: true }),
    removeUnfinished: (before) => removeOlder(incoming, before),
  }
}

function pathOf(dir: string, key: string): string {
  return join(dir, requireStorageKey(key).slice(0, 2), key)
}

async function receive(incoming: string, content: Readable): Promise<ReceivedFile> {
  const path = join(incoming, randomUUID())
  await mkdir(incoming, { recursive: true, mode: FOLDER_MODE })
  const target = createWriteStream(path, { flush: true, mode: FILE_MODE })
  try {
    await pipeline(content, target)
    return { path, size: target.bytesWritten }
  } catch (error) {
    // It may still be being opened, and would be there again.
    if (!target.closed) await new Promise<void>((resolve) => target.once('close', resolve))
    await rm(path, { force: true })
    throw error
  }
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: FOLDER_MODE })
  await rename(from, to)
}

async function openFile(path: string, range?: ByteRange): Promise<{ stream: Readable; size: number }> {
  try {
    const { size } = await stat(path)
    return { stream: createReadStream(path, range), size }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw noFile()
  }
}

async function removeOlder(incoming: string, before: Date): Promise<void> {
  const names = await readdir(incoming).catch(() => [])
  for (const name of names) {
    const path = join(incoming, name)
    // Another process may have taken it in the meantime.
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtime < before) await rm(path, { force: true })
  }
}
