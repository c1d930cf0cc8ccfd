import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqlStateOf } from '../../../database/errors.ts'
import { connectPostgres } from '../../../stores/connect-postgres.ts'
import { startEmbeddedPostgres } from '../../../stores/embedded-postgres.ts'
import { isPostgresInstalled } from '../../../stores/postgres-binaries.ts'
import { StoreError } from '../../../stores/store-error.ts'
import type { BackupReader } from './backup-reader.ts'
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
  } catch (error) {
    // Its messages are for those who keep it in DATA_DIR.
    throw error instanceof StoreError ? new StoreError(error.message.replaceAll('DATA_DIR', 'TMPDIR')) : error
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Uses a database of its own on the server, beside the one that the address names, and drops it. */
export async function verifyOnServer(
  reader: BackupReader,
  { serverUrl, ...options }: Verification & { serverUrl: string },
): Promise<Restored> {
  const name = `switchboard_verify_${randomBytes(6).toString('hex')}`
  const client = await connectPostgres(serverUrl)
  try {
    await client.query(`CREATE DATABASE ${name}`).catch(refuse)
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

const MAY_NOT = '42501'

function refuse(error: unknown): never {
  if (sqlStateOf(error) !== MAY_NOT) throw error
  throw new StoreError(
    'The user of DATABASE_URL may not create the database that the backup would be restored into as a test. Allow it (ALTER ROLE … CREATEDB), or set DATABASE_URL to another server.',
  )
}
