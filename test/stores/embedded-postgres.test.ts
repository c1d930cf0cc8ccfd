import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createCluster } from '../../server/stores/create-cluster.ts'
import { startEmbeddedPostgres } from '../../server/stores/embedded-postgres.ts'
import { findPostgresBinaries } from '../../server/stores/postgres-binaries.ts'
import { findPostgresUser } from '../../server/stores/postgres-user.ts'
import { isAlive } from '../../server/stores/processes.ts'
import { until } from '../support/until.ts'

const WAIT = { interval: 5 }
const holder = fileURLToPath(new URL('./hold-embedded-postgres.ts', import.meta.url))

/** A folder as DATA_DIR, open to all or to its owner alone, as `mkdtemp` makes it. */
function newDataDir(mode = 0o755): string {
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-stores-'))
  chmodSync(dir, mode)
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Made once: most tests begin where a first start has ended. */
const started = mkdtempSync(join(tmpdir(), 'switchboard-stores-'))

beforeAll(async () => {
  chmodSync(started, 0o755)
  await (await startEmbeddedPostgres(started)).stop()
})

afterAll(() => rmSync(started, { recursive: true, force: true }))

function newStartedDir(): string {
  const dir = newDataDir()
  execFileSync('cp', ['-a', `${started}/.`, dir])
  return dir
}

async function start(dir: string) {
  const postgres = await startEmbeddedPostgres(dir)
  onTestFinished(() => postgres.stop())
  return postgres
}

/** The same in a process of its own; `answer` is its address, or the line with which it gave up. */
async function startInProcess(dir: string): Promise<{ child: ChildProcess; answer: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', holder, dir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = [child.stdout, child.stderr].map((input) => once(createInterface({ input }), 'line'))
  const [answer] = (await Promise.race(lines)) as [string]
  return { child, answer }
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** What the holder's database has when all that was committed is there. */
async function commitRows(url: string): Promise<void> {
  await query(url, 'CREATE TABLE kept AS SELECT n FROM generate_series(1, 1000) AS n')
}

const countRows = async (url: string) => Number((await query(url, 'SELECT count(*) AS n FROM kept'))[0].n)

async function killHard(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const postmasterOf = (dir: string) =>
  Number(readFileSync(join(dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

test('starts on an empty folder, and again within three seconds with what was stored', async () => {
  const dir = newDataDir()
  const first = await startEmbeddedPostgres(dir)
  await commitRows(first.url)
  await first.stop()

  // Only the time tells, so a machine that is busy tries again.
  await until(async () => {
    const startedAt = performance.now()
    const again = await startEmbeddedPostgres(dir)
    const took = performance.now() - startedAt
    const rows = await countRows(again.url)
    await again.stop()
    expect(rows).toBe(1000)
    expect(took).toBeLessThan(3000)
  })
})

test('listens on loopback only, behind a password that only the owner of the folder can read', async () => {
  const dir = newStartedDir()
  const { url } = await start(dir)
  expect(await query(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password')
})

test('leaves no process behind when it is stopped', async () => {
  const dir = newStartedDir()
  const postgres = await startEmbeddedPostgres(dir)
  const pid = postmasterOf(dir)
  expect(isAlive(pid)).toBe(true)
  await postgres.stop()
  expect(isAlive(pid)).toBe(false)
})

test('takes over the PostgreSQL of a process that was killed, with every committed row', async () => {
  const dir = newStartedDir()
  const { child, answer } = await startInProcess(dir)
  await commitRows(answer)
  const pid = postmasterOf(dir)
  await killHard(child)

  const again = await start(dir)
  expect(postmasterOf(dir)).toBe(pid)
  expect(await countRows(again.url)).toBe(1000)
})

test('recovers every committed row when PostgreSQL was killed as well', async () => {
  const dir = newStartedDir()
  const { child, answer } = await startInProcess(dir)
  await commitRows(answer)
  process.kill(postmasterOf(dir), 'SIGKILL')
  await killHard(child)

  const again = await start(dir)
  expect(await countRows(again.url)).toBe(1000)
})

test('refuses a folder that another process uses, and leaves its database alone', async () => {
  const dir = newStartedDir()
  const { child, answer } = await startInProcess(dir)
  await commitRows(answer)

  await expect(startEmbeddedPostgres(dir)).rejects.toThrow(
    `Another Switchboard (process ${child.pid}) uses ${dir}. Stop it first, or give this one a DATA_DIR of its own.`,
  )
  expect((await startInProcess(dir)).answer).toContain(`process ${child.pid}`)
  expect(await countRows(answer)).toBe(1000)

  await killHard(child)
  await start(dir)
})

test('lets only one of two processes that start at once have the folder', async () => {
  const dir = newDataDir()
  const answers = await Promise.all([startInProcess(dir), startInProcess(dir)])
  expect(answers.map(({ answer }) => answer.split(' ')[0]?.split(':')[0]).sort()).toEqual([
    'Another',
    'postgresql',
  ])
  for (const { child } of answers) if (child.exitCode === null) await killHard(child)
  await start(dir)
})

test.runIf(process.platform === 'linux')('knows that a process id was given to another program', async () => {
  const dir = newStartedDir()
  const first = await startEmbeddedPostgres(dir)
  const pidFile = readFileSync(join(dir, 'postgres', 'postmaster.pid'), 'utf8')
  await first.stop()

  // As if both ids had gone to programs that live. PostgreSQL would believe one of its own user.
  const { uid, gid } = statSync(join(dir, 'postgres'))
  const other = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid, cwd: '/' } : {})
  onTestFinished(() => void other.kill('SIGKILL'))
  const ids = pidFile.split('\n').with(0, String(other.pid))
  writeFileSync(join(dir, 'postgres', 'postmaster.pid'), ids.join('\n'))
  writeFileSync(join(dir, 'switchboard.pid'), `${other.pid} of-another-boot\n`)
  const again = await start(dir)
  expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('starts over when it was killed while it made its files', async () => {
  const dir = newDataDir()
  const child = spawn(process.execPath, ['--import', 'tsx', holder, dir])
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect.poll(() => readdirSync(dir).some((name) => name.startsWith('postgres.new')), WAIT).toBe(true)
  await killHard(child)
  expect(existsSync(join(dir, 'postgres'))).toBe(false)

  const again = await start(dir)
  expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test.runIf(process.getuid?.() === 0)('runs for root on data where nobody else may pass', async () => {
  const { url } = await start(join(newDataDir(0o700), 'data'))
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test.runIf(process.getuid?.() === 0)('runs for root from packages where nobody else may pass', async () => {
  const { postgres } = await findPostgresBinaries()
  const closed = newDataDir(0o700)
  cpSync(dirname(dirname(postgres)), join(closed, 'native'), { recursive: true, verbatimSymlinks: true })
  const program = (name: string) => join(closed, 'native', 'bin', name)

  const cluster = join(newDataDir(), 'postgres')
  await createCluster(cluster, program('initdb'), findPostgresUser(cluster, program('postgres')))
  expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true)
})
