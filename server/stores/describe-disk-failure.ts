import { StoreError } from './store-error.ts'

const ADVICE: Record<string, string> = {
  ENOSPC: 'the disk is full. Make room, or set DATA_DIR to a folder on another disk',
  EDQUOT: 'this user may not use more of the disk. Make room, or set DATA_DIR to a folder on another disk',
  EROFS: 'the disk is read-only. Set DATA_DIR to a folder that can be written to',
  EACCES: 'this user may not write there. Set DATA_DIR to a folder of its own',
  EPERM: 'this user may not write there. Set DATA_DIR to a folder of its own',
  EEXIST: 'a file is in the place of a folder. Remove it, or set DATA_DIR to another folder',
  ENOTDIR: 'a file is in the place of a folder. Remove it, or set DATA_DIR to another folder',
  // What Node says when it cannot make a folder on a disk that is read-only.
  ENOENT: 'it cannot be created there. Set DATA_DIR to a folder that can be written to',
  EIO: 'the disk has errors. Check it, and restore DATA_DIR from a backup on another one',
}

/** A {@link StoreError} that says what to do about a folder that cannot be written; other errors as they are. */
export function describeDiskFailure(dir: string, error: unknown): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const advice = syscall === undefined ? undefined : ADVICE[code]
  return advice === undefined ? error : new StoreError(`DATA_DIR: ${dir} cannot be written: ${advice}.`)
}

/** The same from what another program said; undefined when the disk is not what it complains of. */
export function describeFullDisk(dir: string, said: string): StoreError | undefined {
  if (!/No space left on device|wrote only \d+ of \d+ bytes/.test(said)) return undefined
  return new StoreError(`DATA_DIR: ${dir} cannot be written: ${ADVICE.ENOSPC}.`)
}
