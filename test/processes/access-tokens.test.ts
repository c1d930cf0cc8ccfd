import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BotProvider } from '../../server/generated/prisma/client.ts'
import { encryptSecret } from '../../server/secrets.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeBot } from '../support/bots.ts'
import { makeAccount } from '../support/factories.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'
import { openStores, type TestStores } from '../support/stores.ts'

/** Both processes keep secrets with it. */
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')

let stores: TestStores
let redis: TestRedis
let tokens: Receiver
let processes: [TestApp, TestApp]
let provider: BotProvider
let inbound: string

beforeAll(async () => {
  redis = await startRedis()
  stores = await openStores()
  tokens = await startReceiver()
  const options = { stores: { ...stores, redisUrl: redis.url }, variables: { SECRET_KEY } }
  processes = [await startTestApp(options), await startTestApp(options)]
})
afterAll(async () => {
  await Promise.all(processes.map((app) => app.close()))
  await tokens.stop()
  await stores.close()
  await redis.stop()
})
beforeEach(async () => {
  tokens.clear()
  give(3600)
  const [{ services, url }] = processes
  const { account } = await makeAccount(services)
  const made = await makeBot(services, {
    accountId: account.id,
    provider: {
      tokenUrl: `${tokens.url}/token`,
      clientId: 'client',
      clientSecretEncrypted: encryptSecret('secret', services.env.secretKey),
    },
  })
  provider = made.provider
  inbound = `${url}/bot/providers/${provider.publicId}/${made.token}`
})

/** The token address takes a moment, so that all who ask at once ask while it works. */
function give(seconds: number): void {
  tokens.answer(() => ({ delayMs: 300, body: { access_token: randomUUID(), expires_in: seconds } }))
}

const ask = (process: TestApp) => process.services.accessTokens.get(provider)
const sent = async (authorization: string) => {
  const body = JSON.stringify({ event: 'INVITE_AGENT', chat_id: 0 })
  return (await fetch(inbound, { method: 'POST', headers: { authorization }, body })).status
}

test('many conversations in several processes make one exchange, also when the token is refused', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(processes[n % 2] as TestApp)))
  expect(new Set(all).size).toBe(1)
  const [refused = ''] = all
  const renewed = await Promise.all(
    Array.from({ length: 20 }, (_, n) => processes[n % 2]?.services.accessTokens.renew(provider, refused)),
  )
  expect(new Set(renewed).size).toBe(1)
  expect(renewed[0]).not.toBe(refused)
  expect(tokens.requests).toHaveLength(2)
})

test('a token that is due to be renewed is sent meanwhile, also when the renewal fails', async () => {
  const token = await ask(processes[0])
  const { db } = processes[0].services
  await db.botAccessToken.updateMany({ where: { providerId: provider.id }, data: { renewAt: new Date() } })
  tokens.answer({ status: 503 })
  for (const process of processes) expect(await ask(process)).toBe(token)
  await expect.poll(() => tokens.requests.length).toBeGreaterThan(1)
  give(3600)
  await expect.poll(() => ask(processes[1])).not.toBe(token)
  expect(await sent(token)).toBe(200)
})

test('a process that dies in an exchange keeps the others waiting for its time only', async () => {
  const { db } = processes[0].services
  await db.botProvider.update({
    where: { id: provider.id },
    data: { renewingUntil: new Date(Date.now() + 1_000) },
  })
  expect(await ask(processes[1])).toEqual(expect.any(String))
})

test('tokens hold while Redis is away and after it was emptied', async () => {
  const token = await ask(processes[0])
  await redis.kill()
  try {
    expect(await sent(token)).toBe(200)
    expect(await sent('wrong')).toBe(401)
    expect(await ask(processes[1])).toBe(token)
  } finally {
    await redis.start()
  }
  expect(await sent(token)).toBe(200)
  expect(tokens.requests).toHaveLength(1)
})
