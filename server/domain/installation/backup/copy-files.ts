import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { openIfStored } from '../../../files/open-if-stored.ts'
import type { Storage } from '../../../files/storage.ts'
import type { BackupWriter } from './backup-writer.ts'
import { type Manifest, NAMES } from './manifest.ts'

/** A row is written just before its file. */
const LATE_MS = 2_000

interface Copy {
  storage: Storage
  /** What the writer has written the keys of the files to, a line for each. */
  keyList: string
  /** How many of these keys the database names at this moment. */
  countNamed: (keys: string[]) => Promise<number>
  show: (step: string) => void
}

/** The name of an upload in a backup. It does not tell the key, which gives everyone access to the file. */
export function uploadFile(key: string): string {
  const name = createHash('sha256').update(key).digest('hex')
  return `files/${name.slice(0, 2)}/${name}`
}

/**
 * Writes the files whose keys are listed, and a list of them. Those that were deleted meanwhile are left out, and counted
 * as missing if something still names them.
 */
export async function copyFiles(
  writer: BackupWriter,
  { storage, keyList, countNamed, show }: Copy,
): Promise<Manifest['files']> {
  const list = new PassThrough()
  const isListed = writer.add(NAMES.fileList, list)
  // Whatever fails first is thrown below.
  isListed.catch(() => {})
  let count = 0
  const copy = async (key: string) => {
    show(`File ${count + 1}`)
    const opened = await openIfStored(storage, key)
    if (!opened) return false
    const line = `${key} ${await writer.write(uploadFile(key), opened.stream)}\n`
    count++
    if (!list.write(line)) await Promise.race([once(list, 'drain'), isListed])
    return true
  }
  const late: string[] = []
  for await (const key of createInterface({ input: writer.read(keyList) })) {
    if (!(await copy(key))) late.push(key)
  }
  if (late.length > 0) await pause(LATE_MS)
  const absent: string[] = []
  for (const key of late) if (!(await copy(key))) absent.push(key)
  list.end()
  await isListed
  return { count, missing: absent.length > 0 ? await countNamed(absent) : 0 }
}
