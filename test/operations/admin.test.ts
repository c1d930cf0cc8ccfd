import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { makeAccount, PASSWORD, signedIn } from '../support/factories.ts'
import { graphqlAs, mutate } from '../support/graphql-client.ts'
import { runProgram } from '../support/run-program.ts'
import { spawnSwitchboard } from '../support/spawn-switchboard.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ variables: { SECRET_KEY: randomBytes(32).toString('base64') } })
})
afterAll(() => app.close())

/** The command line against the stores of the app that runs here. */
function admin(args: string[], input?: string) {
  const { stores, services } = app
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: stores.databaseUrl,
    SECRET_KEY: services.env.secretKey.toString('base64'),
    DATA_DIR: services.env.dataDir,
    ...(stores.redisUrl && { REDIS_URL: stores.redisUrl }),
  }
  return runProgram('dist/admin.mjs', args, { env, ...(input !== undefined && { input }) })
}

const signIn = async (email: string, password: string) =>
  (await mutate(graphqlAs(app.url), 'signIn', { email, password })).userErrors.length === 0

const passwordIn = (text: string) => /password (([a-z2-9]{4}-){3}[a-z2-9]{4}),/.exec(text)?.[1] ?? ''

test('reset-password sets another password, ends the sessions and closes their sockets', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const feed = openFeed(app.url, { cookie: operator.cookie, after: '0' })
  await desk.say('visitor', 'Hello')
  await feed.waitFor(({ kind }) => kind === 'MESSAGE_CREATED')
  const { code, stdout } = await admin(['reset-password', operator.user.email.toUpperCase()])
  expect(code).toBe(0)
  expect(stdout).toContain('1 sessions ended')
  expect(await feed.closed).toBe(4403)
  expect(await signIn(operator.user.email, PASSWORD)).toBe(false)
  expect(await signIn(operator.user.email, passwordIn(stdout))).toBe(true)
})

test('a password from standard input is set and not printed', async () => {
  const { admin: user } = await makeAccount(app.services)
  await signedIn(app.services, user.id)
  const password = `from a file ${randomUUID()}`
  const { stdout, stderr } = await admin(['reset-password', user.email, '--password-stdin'], `${password}\n`)
  expect(stdout + stderr).not.toContain(password)
  expect(await signIn(user.email, password)).toBe(true)
})

test('create-account and create-admin make people who can sign in, in accounts that are apart', async () => {
  const email = `${randomUUID()}@example.com`
  const name = `Second ${randomUUID()}`
  const made = await admin(['create-account', name, email])
  expect(await signIn(email, passwordIn(made.stdout))).toBe(true)
  const other = `${randomUUID()}@example.com`
  const added = await admin(['create-admin', name, other, '--name', 'Number Two'])
  expect(await signIn(other, passwordIn(added.stdout))).toBe(true)
  const users = (await admin(['list-users', name])).stdout
  expect(users).toContain('Number Two')
  expect(users.trim().split('\n')).toHaveLength(3)
  expect((await admin(['list-accounts'])).stdout).toContain(name)
})

test('list-channels prints the addresses that the settings show', async () => {
  const { account, channel } = await openDesk(app)
  const { stdout } = await admin(['list-channels', account.id])
  expect(stdout).toContain(channel.path)
})

test.each([
  [['frobnicate'], 'There is no command frobnicate.'],
  [['reset-password'], 'Usage: reset-password <e-mail>'],
  [['reset-password', 'nobody@example.com'], 'Nobody uses the e-mail address nobody@example.com.'],
  [['create-admin', 'No such account', 'a@example.com'], 'There is no account No such account.'],
  [['list-users', '--bogus'], "Unknown option '--bogus'.\n"],
])('%j is refused with a sentence and exit code 1', async (args, sentence) => {
  const { code, stderr } = await admin(args)
  expect(code).toBe(1)
  expect(stderr).toContain(sentence)
  expect(stderr).not.toContain('    at ')
})

test('it works on the embedded PostgreSQL, whether that runs or not, makes none, and leaves none running', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'switchboard-admin-'))
  await chmod(dir, 0o755)
  const env = { PATH: process.env.PATH, DATA_DIR: dir }
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const none = await runProgram('dist/admin.mjs', ['list-accounts'], { env })
  expect(none.stderr).toContain('There is no database')
  const server = await spawnSwitchboard({ DATA_DIR: dir })
  expect(await server.admin('list-accounts')).toContain('Demo')
  expect(server.output()).not.toMatch(/\/channel\/|[a-z2-9]{4}-[a-z2-9]{4}-/)
  expect(server.output()).toContain('npm run admin -- list-channels')
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
  const stopped = await runProgram('dist/admin.mjs', ['list-accounts'], { env })
  expect(stopped.stdout).toContain('Demo')
  // It waits for the password.
  const args = ['dist/admin.mjs', 'create-admin', 'Demo', 'second@example.com', '--password-stdin']
  const runs = () => existsSync(join(dir, 'postgres/postmaster.pid'))
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    const waiting = spawn(process.execPath, args, { cwd: paths.root, env })
    const ended = once(waiting, 'close')
    await expect.poll(runs, { interval: 5 }).toBe(true)
    waiting.kill(signal)
    expect(await ended).toEqual([1, null])
    expect(runs()).toBe(false)
  }
})
