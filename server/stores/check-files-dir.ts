import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeDiskFailure } from './describe-disk-failure.ts'

/** Throws a `StoreError` when operators' files cannot be written there. */
export function checkFilesDir(dir: string): void {
  const probe = join(dir, `.switchboard-${process.pid}`)
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    writeFileSync(probe, '', { mode: 0o600 })
    rmSync(probe)
  } catch (error) {
    throw describeDiskFailure(dir, error)
  }
}
