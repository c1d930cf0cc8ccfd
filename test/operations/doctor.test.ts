import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NamedFinding } from '../../server/domain/installation/examine-installation.ts'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { startMailServer } from '../support/mail-server.ts'
import { runProgram } from '../support/run-program.ts'

let app: TestApp
let connection: pg.PoolClient
beforeAll(async () => {
  app = await startTestApp({ variables: { SECRET_KEY: randomBytes(32).toString('base64') } })
  await openDesk(app)
  // As a worker's are, which looks for something to do every second, a connection stays open.
  connection = await app.services.pool.connect()
})
afterAll(async () => {
  connection.release()
  await app.close()
})

/** What the command finds with these variables besides those of the app. */
async function examine(variables: Record<string, string> = {}, args: string[] = []) {
  const { stores, services, url } = app
  const env = {
    PATH: process.env.PATH,
    PUBLIC_URL: url,
    DATABASE_URL: stores.databaseUrl,
    SECRET_KEY: services.env.secretKey.toString('base64'),
    DATA_DIR: services.env.dataDir,
    ...(stores.redisUrl && { REDIS_URL: stores.redisUrl }),
    ...variables,
  }
  const { code, stdout, stderr } = await runProgram('dist/admin.mjs', ['doctor', '--json', ...args], { env })
  expect(stderr).toBe('')
  const findings = JSON.parse(stdout) as NamedFinding[]
  return { code, stdout, of: new Map(findings.map((finding) => [finding.check, finding])) }
}

test('an installation that works passes, and says what it has not tried', async () => {
  const { code, of } = await examine()
  const states = Object.fromEntries([...of].map(([check, { state }]) => [check, state]))
  expect(states).toMatchObject({
    ...{ address: 'ok', websockets: 'ok', migrations: 'ok', clock: 'ok', redis: 'ok', 'secret-key': 'ok' },
    ...{
      replica: 'skipped',
      processes: 'ok',
      deliveries: 'ok',
      mail: 'warning',
      outgoing: 'skipped',
      locations: 'skipped',
    },
  })
  expect(of.get('redis')?.found).toMatch(/^Redis at \S+ \(version \d+\.\d+\.\d+\) answers in [\d.]+ ms\./)
  expect(of.get('postgresql')?.found).toMatch(/^PostgreSQL \d+\S* answers in [\d.]+ ms\./)
  expect(code).toBe(['failed'].some((state) => Object.values(states).includes(state as 'failed')) ? 1 : 0)
})

test('what does not work fails with what to do and no password, and the rest is looked at', async () => {
  const port = await findFreePort()
  const { code, stdout, of } = await examine(
    {
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      REDIS_URL: `redis://somebody:hush@127.0.0.1:${port}`,
      SMTP_URL: `smtp://somebody:hush@127.0.0.1:${port}`,
      MAIL_FROM: 'support@example.com',
      SECRET_KEY: randomBytes(32).toString('base64'),
      GEOIP_DATABASE: '/does/not/exist.mmdb',
    },
    ['--mail', 'admin@example.com', '--outgoing', `http://127.0.0.1:${port}`],
  )
  expect(code).toBe(1)
  for (const check of ['address', 'websockets', 'mail', 'outgoing', 'locations'] as const) {
    expect(of.get(check)).toMatchObject({ state: 'failed', advice: expect.any(String) })
  }
  expect(of.get('redis')).toMatchObject({ state: 'failed', found: expect.stringContaining('Start it') })
  expect(of.get('secret-key')?.found).toContain('SECRET_KEY cannot read')
  expect(of.get('migrations')?.state).toBe('ok')
  expect(stdout).not.toContain('hush')
})

test('a database that is away fails every check that needs it, and no other', async () => {
  const port = await findFreePort()
  const { code, of } = await examine({ DATABASE_URL: `postgresql://somebody:hush@127.0.0.1:${port}/chat` })
  expect(code).toBe(1)
  for (const check of ['postgresql', 'migrations', 'clock', 'secret-key', 'deliveries'] as const) {
    expect(of.get(check)).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('does not answer'),
    })
  }
  expect(of.get('address')?.state).toBe('ok')
})

test('what is no replica, and processes of another version or without a worker, are noticed', async () => {
  const { of } = await examine({ DATABASE_READ_URL: app.stores.databaseUrl })
  expect(of.get('replica')).toMatchObject({ state: 'failed', found: expect.stringContaining('no replica') })
  const port = await findFreePort()
  const away = await examine({ DATABASE_READ_URL: `postgresql://a:hush@127.0.0.1:${port}/none` })
  expect(away.of.get('replica')).toMatchObject({ state: 'warning' })
  expect(away.stdout).not.toContain('hush')
  // Whoever is connected by another name runs another build.
  const old = new pg.Client({
    connectionString: app.stores.databaseUrl,
    application_name: 'switchboard 0.0.9 20200101000000 worker',
  })
  await old.connect()
  const { of: beside } = await examine()
  expect(beside.get('processes')).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('worker (0.0.9)'),
  })
  await old.end()
})

test('deliveries that nobody makes, and a migration that is missing, are noticed', async () => {
  const { db } = app.services
  const account = await db.account.findFirstOrThrow()
  const item = await db.outboxItem.create({
    data: {
      ...{ accountId: account.id, receiverId: account.id, kind: 'WEBHOOK', lane: 'WEBHOOK:nobody' },
      nextAttemptAt: new Date(Date.now() - 3_600_000),
    },
  })
  const last = await db.$queryRaw<{ id: string }[]>`
    DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)
    RETURNING *`
  const { of } = await examine()
  expect(of.get('deliveries')).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('60 minutes'),
  })
  expect(of.get('migrations')).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/^1 migrations/),
  })
  expect(last).toHaveLength(1)
  await db.outboxItem.delete({ where: { id: item.id } })
})

test('--mail sends a mail', async () => {
  const server = await startMailServer()
  try {
    const variables = { SMTP_URL: server.url, MAIL_FROM: 'support@example.com' }
    const { of } = await examine(variables, ['--mail', 'admin@example.com'])
    expect(of.get('mail')).toMatchObject({ state: 'ok' })
  } finally {
    await server.stop()
  }
})
