import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Proportional set size of a process and all its descendants in MB; undefined where there is no /proc. */
export function memoryOf(pid: number): number | undefined {
  try {
    const kilobytes = familyOf(pid).reduce((sum, member) => sum + pssOf(member), 0)
    return kilobytes / 1024
  } catch {
    return undefined
  }
}

/** Garbage of the last work is collected within this time. */
const REST_MS = 40_000
const LOOK_MS = 2_000

/** What these processes have left when they have come to rest, in MB; undefined where there is no /proc. */
export async function restingMemoryOf(pids: number[]): Promise<number | undefined> {
  const least = new Map<number, number>()
  for (let waited = 0; waited < REST_MS; waited += LOOK_MS) {
    await pause(LOOK_MS)
    for (const pid of pids)
      least.set(pid, Math.min(memoryOf(pid) ?? Number.NaN, least.get(pid) ?? Number.POSITIVE_INFINITY))
  }
  const sum = [...least.values()].reduce((total, megabytes) => total + megabytes, 0)
  return Number.isNaN(sum) ? undefined : sum
}

/** A process and all its descendants. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    const stat = /^\d+$/.test(entry) ? readIfThere(`/proc/${entry}/stat`) : ''
    // The command's name stands in parentheses and may hold anything.
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
    if (parent) parents.set(Number(entry), Number(parent))
  }
  const family = [pid]
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child)
  }
  return family
}

function pssOf(pid: number): number {
  return Number(/^Pss: +(\d+) kB/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

/** A process may end between the look at the list and the look at it. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
