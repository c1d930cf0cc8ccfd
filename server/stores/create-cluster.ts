import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describeFullDisk } from './describe-disk-failure.ts'
import type { PostgresUser } from './postgres-user.ts'
import { StoreError } from './store-error.ts'

/**
 * Creates the cluster if it does not exist yet, and returns the password of its only user. The password is generated
 * here, stored next to the cluster and readable only to the owner of the data folder.
 */
export async function createCluster(cluster: string, initdb: string, user: PostgresUser): Promise<string> {
  if (existsSync(cluster)) return readPassword(cluster)
  const secretFile = passwordFileOf(cluster)
  const password = randomBytes(24).toString('base64url')
  rmSync(secretFile, { force: true })
  writeFileSync(secretFile, password, { mode: 0o600, flush: true })
  await initialize(cluster, initdb, user, password)
  return password
}

function passwordFileOf(cluster: string): string {
  return join(dirname(cluster), 'postgres.password')
}

/** The password of the cluster's one user. Throws a {@link StoreError}. */
export function readPassword(cluster: string): string {
  const file = passwordFileOf(cluster)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StoreError(
      `${file} contains the password of PostgreSQL and cannot be read (${(error as Error).message}). ` +
        `Put it back from a backup, or move ${dirname(file)} away to begin with an empty database.`,
    )
  }
}

/**
 * Under another name until it is complete: a start that is killed here leaves nothing that looks like a cluster. The
 * name is new each time, because initdb continues for a while when its parent is killed.
 */
async function initialize(
  cluster: string,
  initdb: string,
  user: PostgresUser,
  password: string,
): Promise<void> {
  removeDrafts(cluster)
  const draft = `${cluster}.new-${randomBytes(4).toString('hex')}`
  const passwordFile = `${cluster}.pw`
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  try {
    for (const path of [draft, passwordFile]) user.own(path)
    const [program, args] = user.command(initdb, ['-D', draft, `--pwfile=${passwordFile}`, ...CLUSTER])
    // In a group of its own: a Ctrl-C is for the server, which stops when this has ended.
    const child = spawn(program, args, {
      ...user.ids,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text) => (said += text))
    const status = await once(child, 'close').then(
      ([code]) => code,
      (error: Error) => (said = error.message),
    )
    if (status !== 0) throw describeInitdb(cluster, said)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(draft, cluster)
  chmodSync(cluster, 0o700)
}

/** initdb first says what is wrong, and then how it cleans up. */
function describeInitdb(cluster: string, said: string): StoreError {
  const lines = said.trim().split('\n')
  const reason = lines.find((line) => /error:|FATAL:|PANIC:/.test(line)) ?? lines.at(-1)
  return (
    describeFullDisk(dirname(cluster), said) ??
    new StoreError(`PostgreSQL cannot create its files in ${cluster}: ${reason?.trim()}`)
  )
}

function removeDrafts(cluster: string): void {
  const dir = dirname(cluster)
  for (const name of readdirSync(dir)) {
    if (!name.startsWith(`${basename(cluster)}.new-`)) continue
    try {
      rmSync(join(dir, name), { recursive: true, force: true })
    } catch {
      // initdb still writes there; the next first start finds it again.
    }
  }
}

/** The locale comes with PostgreSQL itself, so the same data sorts the same on every machine. */
const CLUSTER = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]
