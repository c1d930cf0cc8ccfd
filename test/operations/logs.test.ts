import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { networkOf } from '../../server/domain/sessions/network-of.ts'
import { graphqlAs, mutate } from '../support/graphql-client.ts'
import { request } from '../support/plain-request.ts'
import { createDatabase } from '../support/postgres.ts'
import { DEMO_ADMIN, type SpawnedSwitchboard, spawnSwitchboard } from '../support/spawn-switchboard.ts'
import { until } from '../support/until.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let server: SpawnedSwitchboard
beforeAll(async () => {
  database = await createDatabase()
  server = await spawnSwitchboard({ DATABASE_URL: database.url, TRUST_PROXY: '127.0.0.1' })
})
afterAll(async () => {
  await server.end('SIGTERM')
  await database.drop()
})

interface Line {
  requestId?: string
  [field: string]: unknown
}

/** The log line of this request, as soon as it is written. */
function lineOf(wanted: (line: Line) => boolean): Promise<Line> {
  return until(() => {
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    const found = lines.map((line) => JSON.parse(line) as Line).find(wanted)
    if (!found) throw new Error('there is no such line')
    return found
  })
}

test('a refused request is logged with its id, process, role, route and code, and without its address', async () => {
  const requestId = randomUUID()
  const headers = { 'x-request-id': requestId }
  const { status } = await request(`${server.url}/channel/the-secret/the-channel/status?key=hush`, {
    headers,
  })
  expect(status).toBe(404)
  const line = await lineOf((each) => each.requestId === requestId)
  expect(line).toMatchObject({
    hostname: hostname(),
    role: 'all',
    pid: expect.any(Number),
    method: 'GET',
    route: '/channel/:secret/:publicId/status',
    status: 404,
    code: 'not_found',
  })
  for (const secret of ['the-secret', 'the-channel', 'hush']) expect(server.output()).not.toContain(secret)
})

test('a failed sign-in is logged with where it came from, and without who it was', async () => {
  const address = '203.0.113.77'
  const network = networkOf(address)
  const email = `${randomUUID()}@example.com`
  const execute = graphqlAs(server.url, { address })
  await mutate(execute, 'signIn', { email, password: 'not the password' })
  expect(await lineOf((each) => each.network === network)).toMatchObject({ msg: 'a sign-in failed' })
  expect(await lineOf((each) => each.mutation === 'signIn')).toMatchObject({
    code: 'SIGN_IN_FAILED',
    requestId: expect.stringMatching(/^[\w-]{36}$/),
  })
  await mutate(execute, 'signIn', DEMO_ADMIN)
  for (const secret of [email, 'not the password', DEMO_ADMIN.password]) {
    expect(server.output()).not.toContain(secret)
  }
})

test('an X-Request-Id comes back; one that could forge a log line does not', async () => {
  const ask = async (id: string) =>
    (await request(`${server.url}/healthz`, { headers: { 'x-request-id': id } })).headers['x-request-id']
  expect(await ask('trace-1:2.3_4')).toBe('trace-1:2.3_4')
  for (const id of ['a b', '{"level":60}', 'x'.repeat(65), '']) expect(await ask(id)).toBeUndefined()
})

test('a flood of refused requests is a few lines and a number', async () => {
  const flood = `flood-${randomUUID()}`
  const ask = (n: number) =>
    request(`${server.url}/nothing`, { headers: { 'x-request-id': `${flood}-${n}` } })
  await Promise.all(Array.from({ length: 600 }, (_, n) => ask(n)))
  await lineOf(({ dropped }) => Number(dropped) > 50)
  const lines = server.output().split(flood).length - 1
  expect(lines).toBeGreaterThan(0)
  // Of each ten seconds there are two hundred, and ten may end in the middle of it.
  expect(lines).toBeLessThanOrEqual(400)
})

test("the app's own host, and no other, may be connected to", async () => {
  const policy = async (host: string) => {
    const headers = { host, accept: 'text/html' }
    const answer = await request(`${server.url}/`, { headers })
    return /connect-src ([^;]*)/.exec(String(answer.headers['content-security-policy']))?.[1]
  }
  expect(await policy('chat.example.com')).toBe(
    "'self' ws://localhost:0 ws://chat.example.com wss://chat.example.com",
  )
  for (const host of ['a;b', 'a *', '*', "x' ws:"]) expect(await policy(host)).toBe("'self' ws://localhost:0")
})
