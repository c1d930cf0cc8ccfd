import { readFileSync } from 'node:fs'
import { familyOf } from './memory.ts'

/** Of a second, as the kernel counts the time of processes. */
const TICKS = 100

/** Seconds of a processor that a process, all its descendants and those that have ended have used; undefined where there is no /proc. */
export function processorOf(pid: number): number | undefined {
  try {
    return familyOf(pid).reduce((sum, member) => sum + secondsOf(member), 0)
  } catch {
    return undefined
  }
}

function secondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Behind the command's name, which may hold anything: user, system, and both of children that have ended.
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
    return times.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS
  } catch {
    return 0
  }
}
