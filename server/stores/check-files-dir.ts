import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StoreError } from './store-error.ts'

/** Throws a {@link StoreError} when operators' files cannot be written there. */
export function checkFilesDir(dir: string): void {
  const probe = join(dir, `.switchboard-${process.pid}`)
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    writeFileSync(probe, '', { mode: 0o600 })
    rmSync(probe)
  } catch (error) {
    throw new StoreError(
      `DATA_DIR: ${dir}, for operators' files, cannot be written (${(error as Error).message}). Name a folder that this process may write to.`,
    )
  }
}
