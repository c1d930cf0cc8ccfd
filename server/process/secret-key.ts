import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeDiskFailure } from '../stores/describe-disk-failure.ts'
import { EnvError } from './env-error.ts'

/** Several processes must share one key, so a start with Redis and without SECRET_KEY would only work on one machine. */
export function keptSecretKey(dataDir: string): Buffer {
  const file = join(dataDir, 'secret.key')
  try {
    if (!existsSync(file)) makeSecretKey(dataDir)
    return readSecretKey(file)
  } catch (error) {
    throw describeDiskFailure(dataDir, error)
  }
}

function readSecretKey(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (key.length === 32) return key
  throw new EnvError(
    `${file} is damaged: it must contain 32 bytes in base64. Restore it from a backup. If there is none, delete it and ` +
      'start again to learn what was encrypted with it.',
  )
}

/** Writes a key where there is none, so that it outlasts a power failure, and returns the file. */
export function writeSecretKey(dataDir: string, key: Buffer): string {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'secret.key')
  try {
    writeFileSync(file, key.toString('base64'), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    // What a full disk has taken of it would be no key.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true })
    throw error
  }
  return file
}

function makeSecretKey(dataDir: string): void {
  try {
    writeSecretKey(dataDir, randomBytes(32))
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
