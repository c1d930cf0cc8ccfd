/** If one of these is misspelled, a start would make new data or a new key in another place, so it is refused. */
const DECISIVE = new Set(['DATABASE_URL', 'DATABASE_URL_FILE', 'DATA_DIR', 'SECRET_KEY', 'SECRET_KEY_FILE'])
/** Short names are near to many that other programs use (HOST and COST). */
const LONG = 6
const PREFIX = /^SWITCHBOARD/
/** Kubernetes and Docker links set variables such as SWITCHBOARD_PORT=tcp://10.0.0.7:4000 by themselves. */
const FROM_SERVICE_LINK = /^tcp:\/\//

interface VariableProblems {
  /** The start must not go on. */
  mistakes: string[]
  /** A warning is written, and the start continues. */
  warnings: string[]
}

/**
 * Finds variables that we do not know but that are nearly called like one of ours (`REDIS_URI`, `PUBLICURL`,
 * `SWITCHBOARD_PORT`), unless ours is set too.
 */
export function findMisspelled(given: NodeJS.ProcessEnv, known: string[]): VariableProblems {
  const found: VariableProblems = { mistakes: [], warnings: [] }
  for (const [name, value] of Object.entries(given)) {
    if (known.includes(name) || FROM_SERVICE_LINK.test(value ?? '')) continue
    const meant = known.find((each) => given[each] === undefined && resembles(name, each))
    if (!meant) continue
    const line = `${name} is unknown and has no effect. Switchboard’s variable is ${meant}: rename or unset yours.`
    found[DECISIVE.has(meant) ? 'mistakes' : 'warnings'].push(line)
  }
  return found
}

function resembles(name: string, known: string): boolean {
  const [given, ours] = [bare(name), bare(known)]
  if (given === ours || given.replace(PREFIX, '') === ours) return true
  const limit = ours.length < LONG ? 0 : ours.length < 2 * LONG ? 1 : 2
  return isWithin(given.replace(PREFIX, ''), ours, limit)
}

function bare(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** Whether `limit` letters changed, added, left out or swapped with their neighbour make one of the other. */
function isWithin(a: string, b: string, limit: number): boolean {
  if (Math.abs(a.length - b.length) > limit) return false
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= a.length; row++) {
    rows.push([row])
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const cost = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + same]
      if (swapped) cost.push(at(row - 2, column - 2) + 1)
      rows[row]?.push(Math.min(...cost))
    }
  }
  return at(a.length, b.length) <= limit
}
