import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeDiskFailure } from '../stores/describe-disk-failure.ts'
import { EnvError } from './env-error.ts'

/** The key that is kept in the folder; undefined when there is none. */
export function findSecretKey(dataDir: string): Buffer | undefined {
  const file = fileIn(dataDir)
  if (!existsSync(file)) return undefined
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (key.length === 32) return key
  throw new EnvError(
    `${file} is damaged: it must contain 32 bytes in base64. Restore it from a backup. If there is none, delete it and ` +
      'start again to learn what was encrypted with it.',
  )
}

/**
 * Makes the key of a new installation, unless another process has just done so. Several processes must share one key, so a
 * start with Redis and without SECRET_KEY works on one machine only.
 */
export function makeSecretKey(dataDir: string): Buffer {
  const key = randomBytes(32)
  try {
    writeSecretKey(dataDir, key)
    return key
  } catch (error) {
    const made = (error as NodeJS.ErrnoException).code === 'EEXIST' ? findSecretKey(dataDir) : undefined
    if (made) return made
    throw describeDiskFailure(dataDir, error)
  }
}

/** Writes a key where there is none, so that it outlasts a power failure, and returns the file. */
export function writeSecretKey(dataDir: string, key: Buffer): string {
  mkdirSync(dataDir, { recursive: true })
  const file = fileIn(dataDir)
  try {
    writeFileSync(file, key.toString('base64'), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    // What a full disk has taken of it would be no key.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true })
    throw error
  }
  return file
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'secret.key')
}
