import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import manifest from '../../package.json' with { type: 'json' }
import type { NamedFinding } from '../../server/domain/installation/examine-installation.ts'
import { paths } from '../../server/paths.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { lastMigration } from '../../server/stores/process-name.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { startMailServer } from '../support/mail-server.ts'
import { writeMmdb } from '../support/mmdb.ts'
import { createDatabase, createEmptyDatabase } from '../support/postgres.ts'
import { runProgram } from '../support/run-program.ts'
import { until } from '../support/until.ts'

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

/**
 * What the command finds with these variables besides those of the app. It gives a store two seconds, which are not
 * always enough on a busy machine: what must work is looked at `until` it does.
 */
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

/** The address of a server that stands for a proxy. */
async function listen(proxy: Server): Promise<string> {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

test('an installation that works passes, and says what it has not tried', async () => {
  const { code, of, states } = await until(async () => {
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
    return { code, of, states }
  })
  expect(of.get('variables')).toMatchObject({ state: 'ok' })
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

test('an address where something else answers, and a proxy that forwards only the start of sockets, are noticed', async () => {
  // A page without an end.
  const proxy = createServer((_request, response) => response.write('<title>Welcome</title>'.repeat(100)))
  new WebSocketServer({ server: proxy }).on('connection', (socket) => {
    socket.on('message', () => socket.terminate())
  })
  const { code, of } = await examine({ PUBLIC_URL: await listen(proxy) })
  expect(code).toBe(1)
  expect(of.get('address')).toMatchObject({
    state: 'failed',
    found: expect.stringContaining('Something other than Switchboard answers'),
  })
  expect(of.get('websockets')).toMatchObject({
    state: 'failed',
    found: expect.stringContaining('closed before the server answers'),
  })
})

test('a receiver is called as deliveries call it: at a private address only where these may be', async () => {
  const requests: (string | undefined)[] = []
  const receiver = createServer((request, response) => {
    requests.push(request.method)
    response.writeHead(405).end()
  })
  const args = ['--outgoing', await listen(receiver)]
  const { of } = await examine({}, args)
  expect(of.get('outgoing')).toMatchObject({
    state: 'failed',
    advice: expect.stringContaining('ALLOW_PRIVATE_TARGETS'),
  })
  expect(requests).toEqual([])
  const allowed = await examine({ ALLOW_PRIVATE_TARGETS: '127.0.0.1' }, args)
  expect(allowed.of.get('outgoing')).toMatchObject({ state: 'ok', found: expect.stringContaining('405') })
  expect(requests).toEqual(['GET'])
})

test('advice is about what is wrong, and a folder that was not there is not there afterwards', async () => {
  const DATA_DIR = join(app.services.env.dataDir, 'misspelled')
  const variables = { PUBLIC_URL: `http://127.0.0.1:${await findFreePort()}`, DATA_DIR }
  const { of } = await examine(variables, ['--outgoing', 'crm.example.com'])
  expect(of.get('websockets')?.advice).toBe('Do first what the line about the address says.')
  expect(of.get('outgoing')?.advice).toContain('with https://')
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('where TLS is expected and not spoken, one line says so', async () => {
  const { host } = new URL(app.url)
  const variables = {
    PUBLIC_URL: `https://${host}`,
    SMTP_URL: `smtps://${host}`,
    MAIL_FROM: 'support@example.com',
  }
  const { of } = await examine(variables, ['--mail', 'admin@example.com'])
  for (const check of ['address', 'websockets', 'mail'] as const) {
    expect(of.get(check)).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('does not speak TLS'),
    })
    expect(of.get(check)?.found).not.toMatch(/openssl|\n/)
  }
})

test('a database without tables is described in single lines', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.drop())
  const { of } = await examine({ DATABASE_URL: database.url })
  for (const { found } of of.values()) expect(found).not.toContain('\n')
  expect(of.get('migrations')?.state).toBe('warning')
  expect(of.get('postgresql')?.found).not.toContain('It lacks')
  for (const check of ['processes', 'secret-key', 'deliveries'] as const) {
    expect(of.get(check)).toMatchObject({ state: 'skipped', found: expect.stringContaining('migrations') })
  }
})

test('variables that look misspelled are named', async () => {
  const { of } = await examine({ SMTP_URI: 'smtp://somebody:hush@mail.example.com' })
  expect(of.get('variables')).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/^SMTP_URI .*SMTP_URL/),
  })
})

test('an address from which browsers are sent on is noticed', async () => {
  const proxy = createServer((request, response) => {
    response.writeHead(302, { Location: `${app.url}${request.url}` }).end()
  })
  const { of } = await examine({ PUBLIC_URL: await listen(proxy) })
  expect(of.get('address')).toMatchObject({ state: 'warning', found: expect.stringContaining(app.url) })
})

test('of clocks that differ, it is said which one is ahead', async () => {
  const shifted = async (ms: number) => {
    const clock = `data:text/javascript,Date.now=(now=>()=>now()+${ms})(Date.now)`
    const { of } = await examine({ NODE_OPTIONS: `--import=${clock}` })
    return of.get('clock')
  }
  await until(async () =>
    expect(await shifted(120_000)).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(
        /^The clock of this machine is 1\d\d\.\d s ahead of that of the database\.$/,
      ),
    }),
  )
  await until(async () =>
    expect(await shifted(-120_000)).toMatchObject({ found: expect.stringContaining(' s behind that ') }),
  )
})

test('a database that is away is one failure, and what needs it is not looked at', async () => {
  const port = await findFreePort()
  const { code, of } = await examine({ DATABASE_URL: `postgresql://somebody:hush@127.0.0.1:${port}/chat` })
  expect(code).toBe(1)
  expect(of.get('postgresql')).toMatchObject({
    state: 'failed',
    found: expect.stringContaining('does not answer'),
  })
  for (const check of ['migrations', 'processes', 'clock', 'secret-key', 'deliveries'] as const) {
    expect(of.get(check)).toMatchObject({
      state: 'skipped',
      found: 'This needs the database: see the line about PostgreSQL.',
    })
  }
  expect(of.get('address')?.state).toBe('ok')
})

test('what is not a replica, and processes of another version or without a worker, are noticed', async () => {
  await until(async () => {
    const { of } = await examine({ DATABASE_READ_URL: app.stores.databaseUrl })
    expect(of.get('replica')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('not a replica'),
    })
  })
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
  await until(async () =>
    expect((await examine()).of.get('processes')).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('worker (0.0.9)'),
    }),
  )
  await old.end()
})

test('a worker whose connections have the name of another process, as behind a pooler, is found', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const client = await connectPostgres(database.url)
  onTestFinished(() => client.end())
  const processes = async () => (await examine({ DATABASE_URL: database.url })).of.get('processes')
  await until(async () =>
    expect(await processes()).toMatchObject({ state: 'failed', found: expect.stringContaining('No worker') }),
  )
  await until(async () => {
    await client.query(
      `INSERT INTO "RunningProcess" (id, role, version, build, host, "operatorSockets", "visitorSockets", "filesWaiting", "memoryBytes")
       VALUES (gen_random_uuid(), 'worker', $1, $2, 'elsewhere', 0, 0, 0, 0)`,
      [manifest.version, lastMigration(paths.migrations)],
    )
    expect(await processes()).toMatchObject({ state: 'ok' })
  })
})

test('a database of locations is as old as its content, and one that is damaged fails', async () => {
  const { dataDir } = app.services.env
  const [copied, damaged] = [join(dataDir, 'copied.mmdb'), join(dataDir, 'damaged.mmdb')]
  await writeMmdb(copied, '192.0.2.0', 24, { country: { iso_code: 'DE' } })
  writeFileSync(damaged, 'no database')
  const { of } = await examine({ GEOIP_DATABASE: copied })
  expect(of.get('locations')).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/ is \d{4} days old\.$/),
  })
  const { of: broken } = await examine({ GEOIP_DATABASE: damaged })
  expect(broken.get('locations')).toMatchObject({ state: 'failed', advice: expect.any(String) })
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
    found: expect.stringMatching(/^Pending migrations: 1,/),
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
