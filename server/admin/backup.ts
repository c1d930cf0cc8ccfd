import { createBackup } from '../domain/installation/backup/create-backup.ts'
import { createStorage } from '../files/create-storage.ts'
import type { Env } from '../process/env.ts'
import { type CommandLine, UsageError } from './command-line.ts'
import { hasKey } from './load-admin-env.ts'
import { openDatabase } from './open-database.ts'
import { readPassphrase } from './read-passphrase.ts'
import type { Report } from './report.ts'
import { createStoppableProgress } from './stoppable-progress.ts'

/** Backs up the installation, whether the server runs or not. It migrates nothing: an upgrade begins with a backup. */
export async function backup(env: Env, { values: [dir = ''], options }: CommandLine): Promise<Report> {
  const passphrase = readPassphrase(options)
  if (!hasKey(env)) {
    throw new UsageError('The backup needs SECRET_KEY, or DATA_DIR/secret.key, as the server has it.')
  }
  const database = await openDatabase(env)
  const progress = createStoppableProgress()
  try {
    const { tables, files } = await createBackup(
      {
        databaseUrl: env.database.directUrl ?? database.url,
        storage: createStorage(env.files),
        secretKey: env.secretKey,
      },
      { dir, passphrase, allowMissingFiles: options.allowMissingFiles, show: progress.show },
    )
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const missing =
      files.missing > 0
        ? `\n${files.missing} files that the database refers to are missing from the file store and the backup.`
        : ''
    const advice =
      passphrase === null ? '\nIt contains the secret key and is not encrypted: keep it secret.' : ''
    return {
      text: `${dir} has a backup of ${rows} rows and ${files.count} files.${missing}${advice}`,
      exitCode: 0,
    }
  } finally {
    progress.clear()
    await database.stop()
  }
}
