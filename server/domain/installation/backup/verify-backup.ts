import { rm } from 'node:fs/promises'
import { connectPostgres } from '../../../stores/connect-postgres.ts'
import { startEmbeddedPostgres } from '../../../stores/embedded-postgres.ts'
import { isPostgresInstalled } from '../../../stores/postgres-binaries.ts'
import { StoreError } from '../../../stores/store-error.ts'
import type { BackupReader } from './backup-reader.ts'
import { createTrialDatabase } from './create-trial-database.ts'
import { makeTrialFolder } from './make-trial-folder.ts'
import { type Restored, restoreBackup } from './restore-backup.ts'

interface Verification {
  migrationsDir: string
  show: (step: string) => void
  say: (line: string) => void
}

interface Options extends Verification {
  /** A server where a database can be made if npm has installed no PostgreSQL. */
  serverUrl: string | undefined
}

/** Restores a backup into a database that is thrown away, and reads all of its files. Throws a `StoreError`. */
export async function verifyBackup(
  reader: BackupReader,
  { serverUrl, ...options }: Options,
): Promise<Restored> {
  if (await isPostgresInstalled()) return verifyInOwnPostgres(reader, options)
  if (serverUrl) return verifyOnServer(reader, { serverUrl, ...options })
  throw new StoreError(
    'There is no PostgreSQL here to restore into, even as a test. Set DATABASE_URL to a server whose user may create databases: one is created there and dropped again.',
  )
}

async function verifyInOwnPostgres(reader: BackupReader, options: Verification): Promise<Restored> {
  try {
    const dir = await makeTrialFolder()
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
  } catch (error) {
    // The messages are for those who keep a database in DATA_DIR.
    throw error instanceof StoreError ? new StoreError(error.message.replaceAll('DATA_DIR', 'TMPDIR')) : error
  }
}

/** Uses a database of its own on the server, beside the one that the address names, and drops it. */
export async function verifyOnServer(
  reader: BackupReader,
  { serverUrl, ...options }: Verification & { serverUrl: string },
): Promise<Restored> {
  const client = await connectPostgres(serverUrl)
  try {
    const name = await createTrialDatabase(client)
    options.say(`The backup is restored into the database ${name}, which is dropped afterwards.`)
    try {
      const url = new URL(serverUrl)
      url.pathname = name
      return await restoreBackup(reader, { ...options, databaseUrl: url.href, storage: null })
    } finally {
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
    }
  } finally {
    await client.end()
  }
}
