import { readFileSync, readlinkSync, realpathSync } from 'node:fs'

/** Whether a process with this id runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * What tells this process from a later one with the same id, which is common where a container starts again.
 * Undefined where the system does not say (only Linux does).
 */
export function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program stands in brackets and may hold blanks; the start time is the 20th field after it.
    return `${boot}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
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
