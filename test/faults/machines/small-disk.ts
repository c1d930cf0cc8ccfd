import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** The disk of the files. */
export interface SmallDisk {
  /** Whether it is one of its own, which can be filled without harm to others. */
  canFill: boolean
  fill(): void
  empty(): void
  remove(): void
}

const SIZE = '64m'
const BLOCK = Buffer.alloc(64 * 1024)

/** Makes the folder a disk of its own where that can be done: as root on Linux. */
export function mountSmallDisk(folder: string): SmallDisk {
  const canFill =
    process.getuid?.() === 0 &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'ignore' }).status ===
      0
  const filler = join(folder, 'filler')
  const unmount = () => {
    if (canFill) spawnSync('umount', ['--lazy', folder], { stdio: 'ignore' })
  }
  process.once('exit', unmount)
  return {
    canFill,
    fill() {
      const file = openSync(filler, 'w')
      try {
        for (;;) writeSync(file, BLOCK)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(filler, { force: true }),
    remove() {
      process.off('exit', unmount)
      unmount()
    },
  }
}
