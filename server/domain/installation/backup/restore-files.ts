import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '../../../files/storage.ts'
import type { BackupReader } from './backup-reader.ts'
import { uploadFile } from './copy-files.ts'
import { NAMES } from './manifest.ts'

interface Restore {
  /** Null only reads the files. */
  storage: Storage | null
  show: (step: string) => void
}

/** Puts the uploads of a backup into the store. Throws a `StoreError` when one is missing or was changed. */
export async function restoreFiles(reader: BackupReader, { storage, show }: Restore): Promise<void> {
  const { count } = reader.manifest.files
  let done = 0
  for await (const line of createInterface({ input: reader.stream(NAMES.fileList) })) {
    show(`File ${++done} of ${count}`)
    const [key = '', checksum = ''] = line.split(' ')
    const content = reader.stream(uploadFile(key), checksum)
    if (storage) await storage.put(key, content)
    else await pipeline(content, new Writable({ write: (_chunk, _encoding, written) => written() }))
  }
}
