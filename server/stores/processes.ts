import { readFileSync, readlinkSync, realpathSync } from 'node:fs'

/** Whether a process with this id runs, whoever owns it. One that ended and that nobody collected does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return readStat(pid)?.[STATE] !== 'Z'
}

/**
 * Distinguishes this process from a later one with the same id, which is common where a container starts again.
 * Undefined where the system does not say (only Linux does).
 */
export function startOf(pid: number): string | undefined {
  const stat = readStat(pid)
  return stat && `${readBoot()}/${stat[START_TIME]}`
}

/** Whether this is what `startOf` says now, or has said to a process that sees the boot where this one does not. */
export function isStartOf(pid: number, start: string): boolean | undefined {
  const now = startOf(pid)
  if (now === undefined) return undefined
  const [boot, time] = start.split('/')
  const [bootNow, timeNow] = now.split('/')
  return time === timeNow && (boot === bootNow || !boot || !bootNow)
}

/** Empty for a service that sees nothing but processes in `/proc` (ProcSubset=pid). */
function readBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

const STATE = 0
const START_TIME = 19

/** The fields of /proc/<pid>/stat after the program's name, which is in brackets and may contain blanks. */
function readStat(pid: number): string[] | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** Whether the process works in the folder. Undefined where the system does not say. */
export function worksIn(pid: number, dir: string): boolean | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dir)
  } catch {
    return undefined
  }
}
