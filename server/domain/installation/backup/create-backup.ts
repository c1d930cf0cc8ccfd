import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import manifest from '../../../../package.json' with { type: 'json' }
import type { Storage } from '../../../files/storage.ts'
import { connectPostgres } from '../../../stores/connect-postgres.ts'
import { StoreError } from '../../../stores/store-error.ts'
import { BackupWriter } from './backup-writer.ts'
import { copyFiles } from './copy-files.ts'
import { dumpDatabase } from './dump-database.ts'
import { BACKUP_FORMAT, type Manifest, NAMES } from './manifest.ts'
import { countNamedKeys } from './stored-keys.ts'

export interface BackupSource {
  databaseUrl: string
  storage: Storage
  secretKey: Buffer
}

interface NewBackup {
  /** A folder that is empty or does not exist. */
  dir: string
  /** Encrypts everything. */
  passphrase: string | null
  /** Whether files that are not in the store are left out. By default, the backup fails without them. */
  allowMissingFiles?: boolean
  show: (step: string) => void
}

/**
 * Backs up an installation while it runs: the database as it is at one moment, the files that it names, and the secret
 * key. Nothing is migrated. Throws a `StoreError`, and then leaves nothing in the folder.
 */
export async function createBackup(
  { databaseUrl, storage, secretKey }: BackupSource,
  { dir, passphrase, allowMissingFiles = false, show }: NewBackup,
): Promise<Pick<Manifest, 'tables' | 'files'>> {
  const startedAt = new Date().toISOString()
  const folder = resolve(dir)
  const keyList = 'keys'
  const client = await connectPostgres(databaseUrl)
  try {
    const writer = await BackupWriter.begin(folder, passphrase)
    try {
      const dumped = await dumpDatabase(client, writer, { secretKey, keyList, show })
      const countNamed = (keys: string[]) => countNamedKeys(client, keys)
      const files = await copyFiles(writer, { storage, keyList, countNamed, show })
      if (files.missing > 0 && !allowMissingFiles) throw missingFiles(files)
      await rm(join(folder, keyList))
      await writer.add(NAMES.secretKey, Readable.from([Buffer.from(secretKey.toString('base64'))]))
      await writer.finish({ format: BACKUP_FORMAT, version: manifest.version, startedAt, ...dumped, files })
      return { tables: dumped.tables, files }
    } catch (error) {
      await writer.discard()
      throw error
    }
  } finally {
    await client.end()
  }
}

function missingFiles({ count, missing }: Manifest['files']): StoreError {
  return new StoreError(
    `${missing} of ${count + missing} files that the database refers to are not in the file store, so no backup was made. Set DATA_DIR or FILE_STORE_URL (and FILE_STORE_BEFORE_URL) as for the server. If the files are lost, leave them out with --allow-missing-files.`,
  )
}
