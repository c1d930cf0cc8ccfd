import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeDiskFailure } from './describe-disk-failure.ts'

/**
 * Throws a `StoreError` when no file with this content can be written there. A disk that is full still takes an empty one,
 * so that a server starts on it.
 */
export function checkFilesDir(dir: string, content = ''): void {
  const probe = join(dir, `.switchboard-${process.pid}`)
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    try {
      writeFileSync(probe, content, { mode: 0o600 })
    } finally {
      rmSync(probe, { force: true })
    }
  } catch (error) {
    throw describeDiskFailure(dir, error)
  }
}
