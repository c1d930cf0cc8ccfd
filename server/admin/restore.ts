import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupReader } from '../domain/installation/backup/backup-reader.ts'
import { type Restored, readBackupKey, restoreBackup } from '../domain/installation/backup/restore-backup.ts'
import { verifyBackup } from '../domain/installation/backup/verify-backup.ts'
import { createStorage } from '../files/create-storage.ts'
import { paths } from '../paths.ts'
import type { Env } from '../process/env.ts'
import { writeSecretKey } from '../process/secret-key.ts'
import { checkFilesDir } from '../stores/check-files-dir.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../stores/embedded-postgres.ts'
import { lockDataDir } from '../stores/lock-data-dir.ts'
import { StoreError } from '../stores/store-error.ts'
import type { CommandLine } from './command-line.ts'
import { hasKey } from './load-admin-env.ts'
import { readPassphrase } from './read-passphrase.ts'
import type { Report } from './report.ts'
import { createStoppableProgress } from './stoppable-progress.ts'

/** Restores a backup into an empty installation, or with --verify into a database that is thrown away. */
export async function restore(env: Env, { values: [dir = ''], options }: CommandLine): Promise<Report> {
  const progress = createStoppableProgress()
  const tell = {
    show: progress.show,
    say: (line: string) => {
      progress.clear()
      console.error(line)
    },
  }
  try {
    const reader = await BackupReader.open(dir, readPassphrase(options))
    const missing = describeMissing(reader)
    if (options.verify) {
      const serverUrl = env.database.directUrl ?? env.database.url
      const found = await verifyBackup(reader, { serverUrl, migrationsDir: paths.migrations, ...tell })
      return { text: `${dir} can be restored: ${describe(found)}.${missing}`, exitCode: 0 }
    }
    const key = await readBackupKey(reader)
    if (hasKey(env) && !env.secretKey.equals(key)) {
      throw new StoreError(
        'SECRET_KEY is not the key of the backup. Unset it, or move DATA_DIR/secret.key away: the restore writes the right one there.',
      )
    }
    checkFilesDir(env.files.dir)
    let keyFile = ''
    const restored = await withEmptyDatabase(env, (databaseUrl) =>
      restoreBackup(reader, {
        databaseUrl,
        storage: createStorage(env.files),
        migrationsDir: paths.migrations,
        keepKey: () => {
          if (!hasKey(env)) keyFile = ` Their secret key is in ${writeSecretKey(env.dataDir, key)}.`
        },
        ...tell,
      }),
    )
    return {
      text: `Restored ${describe(restored)}.${missing}${keyFile}\nEmpty the Redis, if there is one, before you start Switchboard.`,
      exitCode: 0,
    }
  } finally {
    progress.clear()
  }
}

function describe({ rows, files, migrations }: Restored): string {
  const newer = migrations.length > 0 ? `, then ${migrations.length} of the migrations of this version` : ''
  return `${rows} rows and ${files} files${newer}`
}

function describeMissing({ manifest: { files } }: BackupReader): string {
  return files.missing > 0
    ? ` ${files.missing} files were missing when the backup was made: it does not have them.`
    : ''
}

/** DATABASE_URL, or else a new PostgreSQL under DATA_DIR, which is removed when the restore fails. */
async function withEmptyDatabase(
  { database, dataDir }: Env,
  run: (url: string) => Promise<Restored>,
): Promise<Restored> {
  const given = database.directUrl ?? database.url
  if (given) return run(given)
  const unlock = lockDataDir(dataDir)
  try {
    const cluster = join(dataDir, 'postgres')
    if (existsSync(cluster)) {
      throw new StoreError(
        `${dataDir} has a database already. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.`,
      )
    }
    return await runOnNew(dataDir, run)
  } finally {
    unlock()
  }
}

async function runOnNew(dataDir: string, run: (url: string) => Promise<Restored>): Promise<Restored> {
  let postgres: EmbeddedPostgres | undefined
  try {
    postgres = await startEmbeddedPostgres(dataDir)
    const restored = await run(postgres.url)
    await postgres.stop()
    return restored
  } catch (error) {
    await postgres?.stop()
    // Its end has released the folder: nobody may begin to use it now.
    lockDataDir(dataDir)
    const made = (await readdir(dataDir)).filter((name) => /^postgres($|\.)/.test(name))
    for (const name of made) await rm(join(dataDir, name), { recursive: true, force: true })
    throw error
  }
}
