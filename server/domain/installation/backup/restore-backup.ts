import { createDb, createPool } from '../../../database/client.ts'
import type { Storage } from '../../../files/storage.ts'
import { connectPostgres } from '../../../stores/connect-postgres.ts'
import { isPooled } from '../../../stores/is-pooled.ts'
import { migrate } from '../../../stores/migrate.ts'
import { beginRestore, finishRestore } from '../../../stores/unfinished-restore.ts'
import { describeUnreadable } from '../describe-unreadable.ts'
import { findUnreadable, type UnreadableCount } from '../find-unreadable.ts'
import type { BackupReader } from './backup-reader.ts'
import { loadDatabase } from './load-database.ts'
import { NAMES } from './manifest.ts'
import { requireEmpty, requireKnownMigrations } from './require-restorable.ts'
import { restoreFiles } from './restore-files.ts'

interface RestoreTarget {
  /** A database without any tables. */
  databaseUrl: string
  /** Null checks the files, and stores none. */
  storage: Storage | null
  migrationsDir: string
  /** Called when all is there, before anybody may use the database. */
  keepKey?: () => void
  show: (step: string) => void
  say: (line: string) => void
}

/** What has been restored. */
export interface Restored {
  rows: number
  files: number
  /** The migrations of this version that the backup did not have. */
  migrations: string[]
}

/** The key that the secrets of a backup are encrypted with. */
export async function readBackupKey(reader: BackupReader): Promise<Buffer> {
  return Buffer.from((await reader.read(NAMES.secretKey)).toString('utf8'), 'base64')
}

/**
 * Restores a backup, also one of an earlier version: its own migrations make the tables, its rows fill them, and the
 * migrations since then run as in an upgrade. Everything is checked on the way: that no file was changed, that all rows
 * are there and fit each other, and what the key can read. The files are first, so that no row is without its file. Until
 * all is done, no server starts with the database. Throws a `StoreError`.
 */
export async function restoreBackup(
  reader: BackupReader,
  { databaseUrl, storage, migrationsDir, keepKey, show, say }: RestoreTarget,
): Promise<Restored> {
  const { manifest } = reader
  await requireKnownMigrations(manifest, migrationsDir)
  const client = await connectPostgres(databaseUrl)
  try {
    await requireEmpty(client)
    await beginRestore(client)
    await restoreFiles(reader, { storage, show })
    show('Creating the tables')
    const only = new Set(manifest.migrations.map(({ name }) => name))
    await migrate(databaseUrl, migrationsDir, { say, only })
    await loadDatabase(client, reader, { show })
    show('Updating the database')
    const migrations = await migrate(databaseUrl, migrationsDir, { say })
    show('Reading the secrets')
    const unreadable = await countUnreadable(databaseUrl, await readBackupKey(reader))
    // It was so when the backup was made, after the key before was lost.
    if (unreadable.length > 0) say(`Its secret key cannot read ${describeUnreadable(unreadable)}.`)
    keepKey?.()
    await finishRestore(client)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return { rows, files: manifest.files.count, migrations }
  } finally {
    await client.end()
  }
}

async function countUnreadable(databaseUrl: string, key: Buffer): Promise<UnreadableCount[]> {
  const db = createDb(createPool(databaseUrl, 2, { isPooled: await isPooled(databaseUrl) }))
  try {
    return await findUnreadable(db, key)
  } finally {
    await db.$disconnect()
  }
}
