import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { createDatabase, createEmptyDatabase } from '../support/postgres.ts'
import { startRedis } from '../support/redis.ts'
import { runProgram } from '../support/run-program.ts'
import { spawnSwitchboard } from '../support/spawn-switchboard.ts'

const newKey = () => randomBytes(32).toString('base64')

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-start-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function newDatabase({ empty = false } = {}): Promise<string> {
  const database = empty ? await createEmptyDatabase() : await createDatabase()
  onTestFinished(() => database.drop())
  return database.url
}

async function newRedis(): Promise<string> {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  return redis.url
}

/** What a start says that does not come about: one line and exit code 1. */
async function refusal(
  variables: Record<string, string>,
  run = (env: NodeJS.ProcessEnv) => runProgram('dist/server.mjs', [], { env }),
): Promise<string> {
  const env = { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DATA_DIR: newDir(), ...variables }
  const { code, stdout, stderr } = await run(env)
  expect(code).toBe(1)
  expect(stdout).not.toContain('Switchboard is ready')
  expect(stderr.trim().split('\n')).toHaveLength(1)
  return stderr
}

test('npm start becomes the server, which gets its arguments and signals', async () => {
  const cwd = newDir()
  cpSync(join(paths.root, 'package.json'), join(cwd, 'package.json'))
  mkdirSync(join(cwd, 'tools'))
  writeFileSync(
    join(cwd, 'tools/start.mjs'),
    'console.log(JSON.stringify({ args: process.argv.slice(2), startedBy: process.ppid }))',
  )
  for (const args of [[], ['--version']]) {
    const npm = spawn('npm', ['start', '--silent', '--', ...args], { cwd })
    expect(JSON.parse(await text(npm.stdout))).toEqual({ args, startedBy: npm.pid })
  }
})

test('a start does not wait for its pages before all else is done; without them it ends with one line', async () => {
  const program = join(newDir(), 'start.mjs')
  const server = JSON.stringify(join(paths.root, 'dist/server.mjs'))
  writeFileSync(
    program,
    `globalThis.switchboardPages = Promise.reject(new Error('The build failed.'))
    globalThis.switchboardPages.catch(() => {})
    await import(${server})`,
  )
  const stores = { DATABASE_URL: await newDatabase({ empty: true }), SECRET_KEY: newKey() }
  expect(await refusal(stores, (env) => runProgram(program, [], { env }))).toBe('The build failed.\n')
  const env = { PATH: process.env.PATH, DATA_DIR: newDir(), ...stores }
  expect((await runProgram('dist/admin.mjs', ['list-accounts'], { env })).stdout).toContain('Demo')
})

test('a worker with stores that are not there ends with one line', async () => {
  const nobody = `127.0.0.1:${await findFreePort()}`
  const REDIS_URL = await newRedis()
  const DATABASE_URL = await newDatabase()
  const worker = { ROLE: 'worker', SECRET_KEY: newKey() }
  const noPostgres = { ...worker, REDIS_URL, DATABASE_URL: `postgresql://a:hush@${nobody}/b` }
  const noRedis = { ...worker, DATABASE_URL, REDIS_URL: `redis://:hush@${nobody}` }
  const noSuchNumber = { ...worker, DATABASE_URL, REDIS_URL: `${REDIS_URL}/99` }
  const said = await Promise.all([noPostgres, noRedis, noSuchNumber].map((each) => refusal(each)))
  expect(said[0]).toMatch(/^PostgreSQL at .* does not answer/)
  expect(said[1]).toMatch(/^Redis at .* does not answer/)
  expect(said[2]).toContain('there is no database with this number (REDIS_URL)')
  expect(said.join()).not.toContain('hush')
})

test('an address where something else answers is told in one line', async () => {
  const other = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  const DATABASE_URL = await newDatabase()
  const said = await Promise.all([
    refusal({ DATABASE_URL: `postgresql://a:b@127.0.0.1:${port}/c` }),
    refusal({ DATABASE_URL, REDIS_URL: `redis://127.0.0.1:${port}` }),
  ])
  expect(said[0]).toContain(`PostgreSQL at 127.0.0.1:${port}/c does not answer`)
  expect(said[1]).toBe(`Redis at 127.0.0.1:${port}: what answers there is not Redis (REDIS_URL).\n`)
})

test('files that cannot be written are told in one line', async () => {
  const DATA_DIR = newDir()
  writeFileSync(join(DATA_DIR, 'files'), 'no folder')
  const said = await refusal({ DATA_DIR, SECRET_KEY: newKey(), DATABASE_URL: await newDatabase() })
  expect(said).toMatch(/^DATA_DIR: .*files cannot be written: a file is in the place of a folder/)
})

test('another SECRET_KEY is refused when something is encrypted, until it is accepted', async () => {
  const DATABASE_URL = await newDatabase()
  const first = await spawnSwitchboard({ DATABASE_URL, SECRET_KEY: newKey() })
  await first.end('SIGTERM')
  const SECRET_KEY = newKey()
  const said = await refusal({ DATABASE_URL, SECRET_KEY })
  expect(said).toMatch(
    /^SECRET_KEY is not the key that this database was encrypted with\. It cannot read 1 chat channel\. Set the old one/,
  )
  const env = { PATH: process.env.PATH, DATABASE_URL, SECRET_KEY, DATA_DIR: newDir() }
  const accepted = await runProgram('dist/admin.mjs', ['accept-secret-key'], { env })
  expect(accepted.stdout).toContain('\n- 1 chat channel: The address still works')
  const second = await spawnSwitchboard({ DATABASE_URL, SECRET_KEY })
  expect(await second.end('SIGTERM')).toBe(0)
})

test('a start whose clock is not that of the database says which one is ahead', async () => {
  const late = 'data:text/javascript,Date.now=(now=>()=>now()-60_000)(Date.now)'
  const variables = { DATABASE_URL: await newDatabase(), NODE_OPTIONS: `--import=${late}` }
  const server = await spawnSwitchboard(variables)
  expect(server.output()).toMatch(/The clock of this machine is \d\d\.\d s behind that of the database\./)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('a worker that starts first on an empty database leaves the first account to a web process', async () => {
  const stores = { DATABASE_URL: await newDatabase({ empty: true }), REDIS_URL: await newRedis() }
  const shared = { ...stores, SECRET_KEY: newKey() }
  const worker = await spawnSwitchboard({ ...shared, ROLE: 'worker' })
  onTestFinished(() => void worker.end('SIGKILL'))
  expect((await worker.admin('list-accounts')).trim().split('\n')).toHaveLength(1)
  const web = await spawnSwitchboard({ ...shared, ROLE: 'web' })
  onTestFinished(() => void web.end('SIGKILL'))
  expect(web.output()).toContain('Sign in as admin:    admin@example.com')
  expect(await web.admin('list-accounts')).toContain('Demo')
})

test('a worker ends well while Redis is away', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const stores = { DATABASE_URL: await newDatabase(), REDIS_URL: redis.url }
  const worker = await spawnSwitchboard({ ...stores, ROLE: 'worker' })
  await redis.kill()
  await expect.poll(() => worker.output()).toContain('Redis is not responding')
  expect(await worker.end('SIGTERM')).toBe(0)
})

test('a drain phase: not ready at once, listening until it is over, then exit code 0', async () => {
  const server = await spawnSwitchboard({ DATABASE_URL: await newDatabase(), DRAIN_SECONDS: '5' })
  const ended = server.end('SIGTERM')
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(await ended).toBe(0)
})

test('a first start that is stopped while it makes its database says nothing of that, and leaves no PostgreSQL behind', async () => {
  const dir = newDir()
  const env = { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dir }
  // In a group of its own, as in a terminal, where Ctrl-C goes to everything that was started.
  const server = spawn(process.execPath, ['dist/server.mjs'], { env, cwd: paths.root, detached: true })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (said += text))
  const closed = once(server, 'close')
  const made = (name: string) => readdirSync(dir).some((entry) => entry.startsWith(name))
  await expect.poll(() => made('postgres.new-'), { interval: 5 }).toBe(true)
  process.kill(-(server.pid as number), 'SIGINT')
  expect(await closed).toEqual([0, null])
  expect(
    said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg),
  ).toEqual(['Stopping.'])
  expect(made('switchboard.pid')).toBe(false)
  expect(existsSync(join(dir, 'postgres/postmaster.pid'))).toBe(false)
})

test('a port that is taken is told in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const PORT = String((other.address() as { port: number }).port)
  const said = await refusal({ PORT, SECRET_KEY: newKey(), DATABASE_URL: await newDatabase() })
  expect(said).toBe(`Port ${PORT} is in use. Stop what uses it, or set PORT to another.\n`)
})

test('a HOST that this machine does not know is told in one line', async () => {
  const HOST = 'chat.invalid'
  const said = await refusal({ HOST, SECRET_KEY: newKey(), DATABASE_URL: await newDatabase() })
  expect(said).toBe('This machine has no address chat.invalid. Set HOST to one of its own, or to 0.0.0.0.\n')
})

test('data of which a part is missing is told in one line that says what to do', async () => {
  const whole = newDir()
  const first = await spawnSwitchboard({ DATA_DIR: whole })
  expect(await first.end('SIGTERM')).toBe(0)
  const without = async (damage: (dir: string) => void) => {
    const DATA_DIR = newDir()
    cpSync(whole, DATA_DIR, { recursive: true, preserveTimestamps: true })
    giveToOwnerOf(whole, DATA_DIR)
    damage(DATA_DIR)
    return refusal({ DATA_DIR })
  }
  const remove = (path: string) => (dir: string) => rmSync(join(dir, path), { recursive: true })
  const empty = (path: string) => (dir: string) => writeFileSync(join(dir, path), '')
  const restore = /: restore \S+ from a backup, or move it away to begin with an empty database\.$/m
  for (const part of ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_hba.conf']) {
    const path = join('postgres', part)
    expect(await without(remove(path)), path).toMatch(restore)
  }
  expect(await without(remove('postgres.password'))).toMatch(/Put it back from a backup, or move \S+ away/)
  expect(await without(empty('secret.key'))).toMatch(/secret\.key is damaged: .* Restore it from a backup/)
  expect(await without(remove('secret.key'))).toMatch(/^SECRET_KEY is not the key/)
})

/** Copies belong to whoever copies; PostgreSQL wants its files for itself. */
function giveToOwnerOf(model: string, dir: string): void {
  const { uid, gid } = statSync(join(model, 'postgres'))
  const files = readdirSync(join(dir, 'postgres'), { recursive: true, encoding: 'utf8' })
  for (const file of ['', ...files]) chownSync(join(dir, 'postgres', file), uid, gid)
}

/** Starts it where DATA_DIR is on a disk of its own, which is gone afterwards. */
function onDisk(options: string, run = 'exec "$0" "$@"') {
  const command = `mount -t tmpfs -o ${options} tmpfs "$DATA_DIR" && ${run}`
  const args = ['--mount', 'sh', '-c', command, process.execPath, join(paths.root, 'dist/server.mjs')]
  return (env: NodeJS.ProcessEnv) =>
    new Promise<Awaited<ReturnType<typeof runProgram>>>((resolve) => {
      const child = execFile('unshare', args, { env }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode, stdout, stderr }),
      )
    })
}

test.runIf(process.getuid?.() === 0)(
  'a disk that is full or read-only is told in one line, also again',
  async () => {
    const cannot = (why: string) => new RegExp(`^DATA_DIR: \\S+ cannot be written: ${why}`)
    const small = await refusal({}, onDisk('size=20m,mode=755'))
    expect(small).toMatch(cannot('the disk is full. Make room, or set DATA_DIR to a folder on another disk.'))
    const again = 'head -c 4k /dev/zero >"$DATA_DIR/fill"; "$0" "$@" 2>/dev/null; exec "$0" "$@"'
    expect(await refusal({}, onDisk('size=4k,mode=755', again))).toMatch(cannot('the disk is full'))
    const readOnly = await refusal({}, onDisk('ro'))
    expect(readOnly).toMatch(
      cannot('the disk is read-only. Set DATA_DIR to a folder that can be written to.'),
    )
  },
)
