import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from './store-error.ts'

/** The user that PostgreSQL runs as, because it refuses to be root. */
export interface PostgresUser {
  /** Turns a command line into one that runs as this user. */
  command(program: string, args: string[]): [program: string, args: string[]]
  /** Options of `spawn` that run a program as this user; none where we are not root. */
  ids: { uid?: number; gid?: number }
  /** Gives a file or an empty folder to this user. */
  own(path: string): void
}

/** The user that runs the server, unless that is root: then an unprivileged user of the system. */
export function findPostgresUser(cluster: string, program: string): PostgresUser {
  if (process.getuid?.() !== 0) {
    return { command: (name, args) => [name, args], ids: {}, own: () => {} }
  }
  const { uid, gid } = ownerOf(cluster) ?? findUnprivileged()
  const own = (path: string) => chownSync(path, uid, gid)
  if (isOpenToAll(dirname(cluster)) && isOpenToAll(program)) {
    return { command: (name, args) => [name, args], ids: { uid, gid }, own }
  }
  // The way there leads through a folder of root's alone (/root, a temporary folder). Another user gets through
  // with the one capability to pass closed folders, which Node cannot give, but this tool of every Linux can.
  const drop = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...PASS_CLOSED_FOLDERS]
  if (spawnSync('setpriv', [...drop, 'true'], { stdio: 'ignore' }).status !== 0) {
    throw new StoreError(
      `PostgreSQL does not run as root, and another user cannot reach ${dirname(cluster)} and ${program}. ` +
        'Start Switchboard as another user, or keep it and DATA_DIR in folders that everybody may enter (chmod o+x).',
    )
  }
  return { command: (name, args) => ['setpriv', [...drop, name, ...args]], ids: {}, own }
}

/** The security bit is for access(2), which PostgreSQL asks about its own programs: it would leave out capabilities. */
const PASS_CLOSED_FOLDERS = [
  '--securebits=+no_setuid_fixup',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
]

/** A cluster keeps its owner, also when the system gets a better candidate later. */
function ownerOf(cluster: string): { uid: number; gid: number } | undefined {
  const { uid, gid } = statSync(cluster, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 }
  return uid === 0 ? undefined : { uid, gid }
}

function findUnprivileged(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const wanted of ['postgres', 'nobody']) {
    const user = users.find(([name]) => name === wanted)
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) }
  }
  throw new StoreError(
    'PostgreSQL does not run as root, and there is no user postgres or nobody. Start Switchboard as another user.',
  )
}

/** Whether everybody may read and pass this and every folder above it. */
function isOpenToAll(path: string): boolean {
  const passable = (statSync(path).mode & 0o001) !== 0
  const parent = dirname(path)
  return passable && (parent === path || isOpenToAll(parent))
}
