import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, isStartOf, startOf } from './processes.ts'
import { StoreError } from './store-error.ts'

/**
 * Claims the folder for this process and returns what gives it back. Throws a {@link StoreError} while another
 * process that lives has claimed it; the claim of one that was killed does not count.
 */
export function lockDataDir(dir: string): () => void {
  mkdirSync(dir, { recursive: true })
  const file = claimFile(dir)
  const claim = `${process.pid} ${startOf(process.pid) ?? ''}\n`
  // Linked into place, so that nobody reads a claim that is half written.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, claim)
  try {
    while (!tryLink(draft, file)) removeStale(file, dir)
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readClaim(file) === claim) rmSync(file, { force: true })
  }
}

/** Whether the process that claimed the folder was killed. */
export function isAbandoned(dir: string): boolean {
  const claim = readClaim(claimFile(dir))
  return claim !== undefined && findClaimant(claim) === undefined
}

function claimFile(dir: string): string {
  return join(dir, 'switchboard.pid')
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function removeStale(file: string, dir: string): void {
  const claim = readClaim(file)
  if (claim === undefined) return
  refuseIfAlive(claim, dir)
  const aside = `${file}.${process.pid}.stale`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  // Another process may have put its own claim here since it was read: then it is put back.
  if (readClaim(aside) !== claim) tryLink(aside, file)
  rmSync(aside, { force: true })
}

function refuseIfAlive(claim: string, dir: string): void {
  const pid = findClaimant(claim)
  if (pid === undefined || pid === process.pid) return
  throw new StoreError(
    `Another Switchboard (process ${pid}) uses ${dir}. Stop it first, or give this one a DATA_DIR of its own.`,
  )
}

/** The process that made the claim, if it lives. */
function findClaimant(claim: string): number | undefined {
  const [id = '', start = ''] = claim.trim().split(' ')
  const pid = Number(id)
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined
  return start !== '' && isStartOf(pid, start) === false ? undefined : pid
}

function readClaim(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
