import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeDiskFailure } from '../../../stores/describe-disk-failure.ts'
import { stopAbandonedPostgres } from '../../../stores/embedded-postgres.ts'
import { isAbandoned } from '../../../stores/lock-data-dir.ts'

const PREFIX = 'switchboard-verify-'

/**
 * Makes a folder for a database that a backup is tried in, and removes those that killed processes have left. Throws a
 * `StoreError` when the disk is full, or there is no such place.
 */
export async function makeTrialFolder(): Promise<string> {
  try {
    for (const name of await readdir(tmpdir())) {
      // Those that another process removes at this moment stay.
      if (name.startsWith(PREFIX)) await removeAbandoned(join(tmpdir(), name)).catch(() => {})
    }
    const dir = await mkdtemp(join(tmpdir(), PREFIX))
    // PostgreSQL does not run as root, and its user has to get to its files, which are closed to everyone else.
    await chmod(dir, 0o711)
    return dir
  } catch (error) {
    throw describeDiskFailure(tmpdir(), error)
  }
}

async function removeAbandoned(dir: string): Promise<void> {
  // Everybody can make a folder there.
  if ((await lstat(dir)).uid !== process.getuid?.() || !isAbandoned(dir)) return
  await stopAbandonedPostgres(dir)
  await rm(dir, { recursive: true, force: true })
}
