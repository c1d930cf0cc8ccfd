import type { Readable } from 'node:stream'
import { AppError } from '../errors.ts'

/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** A file that has come in and has no key yet. */
export interface ReceivedFile {
  /** On this machine. */
  path: string
  /** Bytes. */
  size: number
}

/** Keeps bytes under a key ([a-z0-9_-], 3 to 128 characters). In a folder, or in an S3-compatible store. */
export interface Storage {
  /** Stores an upload for inspection, before it is kept. An interrupted upload is removed. */
  receive(content: Readable): Promise<ReceivedFile>
  /** Gives a received file its key. A reader sees all of it or nothing. */
  keep(key: string, file: ReceivedFile): Promise<void>
  /** Removes a received file, unless it has been kept. */
  discard(file: ReceivedFile): Promise<void>
  /** On disk when the promise resolves; a reader sees all of it or nothing. Gives the number of bytes. */
  put(key: string, content: Buffer | Readable): Promise<number>
  /** `size` is that of the whole file, also for a range. Throws AppError `not_found`. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>
  /** Removing a missing file is not an error. */
  remove(key: string): Promise<void>
  /** Removes partial files of killed processes to which nothing was written since `before`. */
  removeUnfinished(before: Date): Promise<void>
}

const KEY = /^[a-z0-9_-]{3,128}$/

/** The key, if it can be one. Keys are made by us: another one is somebody trying paths. Throws AppError `not_found`. */
export function requireStorageKey(key: string): string {
  if (!KEY.test(key)) throw noFile()
  return key
}

/** A store that cannot be reached, or cannot answer at the moment. */
export class StorageAwayError extends Error {
  override readonly name = 'StorageAwayError'
}

/** The error for the caller when files cannot be stored or read at the moment; undefined for any other error. */
export function storageFailure(error: unknown): AppError | undefined {
  if (error instanceof StorageAwayError) {
    return new AppError('service_unavailable', 'The file store is not responding. Try again in a moment.', {
      retryAfter: 2,
      cause: error,
    })
  }
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' ? noRoom(error) : undefined
}

/** The error for the caller when there was no room for a file. */
export function noRoom(cause: unknown): AppError {
  return new AppError('disk_full', 'There is no space left for files. Try again later.', { cause })
}

/** The refusal of a key that has no file. */
export function noFile(): AppError {
  return new AppError('not_found', 'This file does not exist')
}
