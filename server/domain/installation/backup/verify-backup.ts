import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../stores/embedded-postgres.ts'
import type { BackupReader } from './backup-reader.ts'
import { type Restored, restoreBackup } from './restore-backup.ts'

interface Verification {
  migrationsDir: string
  show: (step: string) => void
  say: (line: string) => void
}

/** Restores a backup into a PostgreSQL that is thrown away, and reads all of its files. Throws a `StoreError`. */
export async function verifyBackup(reader: BackupReader, options: Verification): Promise<Restored> {
  const dir = await mkdtemp(join(tmpdir(), 'switchboard-verify-'))
  // PostgreSQL does not run as root, and its user has to get to its files, which are closed to everyone else.
  await chmod(dir, 0o711)
  try {
    options.show('Starting a PostgreSQL to restore into')
    const postgres = await startEmbeddedPostgres(dir, { settings: { fsync: 'off' } })
    try {
      return await restoreBackup(reader, { ...options, databaseUrl: postgres.url, storage: null })
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
