import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { Data } from '../support/graphql-client.ts'
import type { Received } from '../support/receiver.ts'
import { openStores, type TestStores } from '../support/stores.ts'
import { failSometimes, openCrm } from './support.ts'

/** `STORM_EVENTS=10000` takes some minutes. */
const EVENTS = Number(process.env.STORM_EVENTS ?? 800)
const CHATS = 50
/** It only ends a storm that would never end. */
const LIMIT_MS = 300_000 + EVENTS * 300

const program = fileURLToPath(new URL('./hurried-worker.ts', import.meta.url))
const variables = { SECRET_KEY: randomBytes(32).toString('base64') }

let stores: TestStores
let app: TestApp

beforeAll(async () => {
  stores = await openStores()
  app = await startTestApp({ stores, variables })
})

afterAll(async () => {
  await app?.close()
  await stores?.close()
})

/** Starts a worker process. Returns how to end it as a crash would. */
async function startWorkerProcess(): Promise<() => Promise<void>> {
  const env = {
    ...process.env,
    ...variables,
    NODE_ENV: 'test',
    ROLE: 'worker',
    DATA_DIR: app.services.env.dataDir,
    DATABASE_URL: stores.databaseUrl,
    DATABASE_POOL: '8',
    REDIS_URL: stores.redisUrl,
    ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  }
  const child = fork(program, { execArgv: ['--import', 'tsx'], env })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return async () => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
}

const idOf = ({ headers }: Received) => String(headers['webhook-id'])

test(
  'a storm: a receiver that fails 30 % of the time, workers killed twice and Redis emptied lose nothing and keep the order',
  async () => {
    const crm = await openCrm(app, { events: ['MESSAGE_CREATED'] })
    const { desk, receiver } = crm
    onTestFinished(() => receiver.stop())
    const taken = new Set<string>()
    const fails = failSometimes()
    receiver.answer((request) => {
      if (fails(request)) return { status: 500 }
      taken.add(idOf(request))
      return { status: 200 }
    })
    const reached = (part: number) =>
      vi.waitFor(() => expect(taken.size).toBeGreaterThanOrEqual(EVENTS * part), {
        timeout: LIMIT_MS,
        interval: 20,
      })
    const workers = [await startWorkerProcess(), await startWorkerProcess()]
    const write = async (visitor: number) => {
      for (let n = 0; n < EVENTS / CHATS; n++) await desk.say(visitor, String(n))
    }
    const written = Promise.all(Array.from({ length: CHATS }, (_, visitor) => write(visitor)))
    for (const [kill, part] of workers.map((kill, index) => [kill, index === 0 ? 0.2 : 0.6] as const)) {
      await reached(part)
      await kill()
      await startWorkerProcess()
      if (part > 0.5) continue
      await reached(0.4)
      const redis = new Redis(stores.redisUrl ?? '')
      await redis.flushdb()
      redis.disconnect()
    }
    await written
    await vi.waitFor(
      async () => {
        const where = { accountId: desk.account.id, kind: 'WEBHOOK', state: 'SENT' } as const
        expect(await app.services.db.outboxItem.count({ where })).toBe(EVENTS)
      },
      { timeout: LIMIT_MS, interval: 500 },
    )

    const items = await app.services.db.outboxItem.findMany({
      where: { accountId: desk.account.id, kind: 'WEBHOOK' },
      include: { _count: { select: { log: true } } },
      orderBy: { position: 'asc' },
    })
    expect(items.filter(({ id }) => !taken.has(id))).toEqual([])
    const asked = new Map<string, number>()
    for (const request of receiver.requests) asked.set(idOf(request), (asked.get(idOf(request)) ?? 0) + 1)
    const unaccounted = items.filter(({ id, _count }) => _count.log < (asked.get(id) ?? 0))
    expect(unaccounted).toEqual([])
    const lost = await app.services.db.outboxAttempt.count({
      where: { errorCode: 'worker_lost', item: { accountId: desk.account.id } },
    })
    const logged = items.reduce((sum, { _count }) => sum + _count.log, 0)
    expect(logged - receiver.requests.length).toBeLessThanOrEqual(lost)

    // What failed three times lets the later ones of its chat pass, and says so.
    const passed = new Set(items.filter(({ note }) => note !== null).map(({ id }) => id))
    const newest = new Map<number, number>()
    for (const request of receiver.requests) {
      if (passed.has(idOf(request))) continue
      const { chat_id: chatId, message } = request.json as Data
      const seen = newest.get(chatId) ?? 0
      expect(Number(message.message)).toBeGreaterThanOrEqual(seen)
      newest.set(chatId, Number(message.message))
    }
    expect(newest.size).toBe(CHATS)
    if (process.env.STORM_EVENTS)
      console.log({ requests: receiver.requests.length, logged, lost, passed: passed.size })
  },
  LIMIT_MS * 2,
)
