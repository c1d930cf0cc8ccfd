import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { globalId, mutate } from '../support/graphql-client.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import {
  type BotCast,
  type BotStage,
  castBot,
  eventsOf,
  openStage,
  post,
  readChat,
  write,
} from './support.ts'

let stage: BotStage
let cast: BotCast
let tokens: Receiver
let expiresIn: number
const given: string[] = []

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  given.length = 0
  expiresIn = 3600
  tokens = await startReceiver(() => {
    const token = `access-${randomUUID()}`
    given.push(token)
    return { body: { access_token: token, token_type: 'bearer', expires_in: expiresIn } }
  })
  const provider = {
    endpointUrl: `${stage.bot.url}/bots`,
    tokenUrl: `${tokens.url}/token`,
    clientId: 'client-1',
    clientSecret: 'a very secret secret',
  }
  // Through the API, as an admin does it.
  const bare = await castBot(stage)
  await stage.services.db.channel.update({ where: { id: bare.channel.id }, data: { botId: null } })
  const created = await mutate(
    bare.asAdmin,
    'createBotProvider',
    { name: 'With authorization', profile: 'SEED', ...provider },
    'botProvider { id publicId inboundUrl hasAuthorization }',
  )
  const token = randomUUID()
  const connected = await mutate(
    bare.asAdmin,
    'connectBot',
    {
      providerId: created.botProvider.id,
      name: 'Guarded',
      token,
      channelIds: [globalId('Channel', bare.channel.id)],
    },
    'bot { id }',
  )
  expect([...created.userErrors, ...connected.userErrors]).toEqual([])
  const { db } = stage.services
  cast = {
    ...bare,
    token,
    provider: await db.botProvider.findUniqueOrThrow({ where: { publicId: created.botProvider.publicId } }),
    inbound: `${stage.url}/bot/providers/${created.botProvider.publicId}/${token}`,
  }
  await until(async () =>
    expect((await stage.services.bots.find(cast.provider.publicId, token))?.bot).toBeTruthy(),
  )
  stage.bot.answer({ body: {} }, `/bots/${token}`)
})
afterEach(() => tokens.stop())

const sentTokens = () =>
  stage.bot.requests
    .filter((request) => request.path === `/bots/${cast.token}`)
    .map((request) => request.headers.authorization)
const invite = async (headers: Record<string, string>, url = cast.inbound) => {
  const { number } = await readChat(stage, cast)
  return post(url, { event: 'INVITE_AGENT', chat_id: number }, headers)
}

test('fetches an access token by client credentials, sends it, and expects it back under both prefixes', async () => {
  await write(stage, cast)
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(1))
  expect(tokens.requests.map(({ text }) => Object.fromEntries(new URLSearchParams(text)))).toEqual([
    { grant_type: 'client_credentials', client_id: 'client-1', client_secret: 'a very secret secret' },
  ])
  expect(sentTokens()).toEqual(given)
  const webhooks = cast.inbound.replace('/providers/', '/webhooks/')
  for (const url of [cast.inbound, webhooks]) {
    for (const authorization of ['', 'wrong']) {
      const answer = await invite({ authorization }, url)
      expect(answer).toMatchObject({ status: 401, json: { error: { code: 'unauthorized_client' } } })
    }
    expect(await invite({ authorization: given[0] ?? '' }, url)).toMatchObject({ status: 200 })
  }
})

test('a token that ends in the middle of a conversation is renewed; the earlier one holds until its end', async () => {
  expiresIn = 5
  await write(stage, cast, { text: 'One' })
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(1))
  expect((await invite({ authorization: given[0] ?? '' })).status).toBe(200)
  await until(async () => expect((await invite({ authorization: given[0] ?? '' })).status).toBe(401))
  await write(stage, cast, { text: 'Two' })
  await until(() => expect(sentTokens().length).toBeGreaterThan(2))
  expect(given.length).toBeGreaterThan(1)
  expect(sentTokens().at(-1)).toBe(given.at(-1))
})

test('a token that is valid for a year is expected back for a year, and not renewed before', async () => {
  const year = 365 * 24 * 3_600
  expiresIn = year
  await write(stage, cast)
  await until(() => expect(sentTokens()).toHaveLength(1))
  const { expiresAt, renewAt } = await stage.services.db.botAccessToken.findFirstOrThrow({
    where: { providerId: cast.provider.id },
  })
  const inAYear = Date.now() + year * 1_000
  expect(Math.abs(expiresAt.getTime() - inAYear)).toBeLessThan(3_600_000)
  expect(renewAt.getTime()).toBeGreaterThan(inAYear - 3_600_000)
})

test('a 401 from the provider has the token renewed once, within the same attempt', async () => {
  await write(stage, cast, { text: 'One' })
  await until(() => expect(sentTokens()).toHaveLength(1))
  stage.bot.answer(
    ({ headers }) => ({ status: headers.authorization === given[0] ? 401 : 200 }),
    `/bots/${cast.token}`,
  )
  await write(stage, cast, { text: 'Two' })
  await until(() => expect(sentTokens()).toEqual([given[0], given[0], given[1]]))
  expect((await invite({ authorization: given[0] ?? '' })).status).toBe(200)
  const events = await stage.services.db.outboxItem.findMany({ where: { accountId: cast.accountId } })
  expect(Math.max(...events.map(({ attempts }) => attempts))).toBe(1)
})

test('a token that is on its way while the credentials change does not count', async () => {
  const id = globalId('BotProvider', cast.provider.id)
  tokens.answer(async ({ text }) => {
    const token = `access-${given.push(text)}`
    if (given.length === 1) {
      const change = { id, clientSecret: 'another very secret secret' }
      expect((await mutate(cast.asAdmin, 'updateBotProvider', change)).userErrors).toEqual([])
    }
    return { body: { access_token: token } }
  })
  await write(stage, cast, { text: 'One' })
  await until(() => expect(sentTokens()).toHaveLength(1))
  expect((await invite({ authorization: 'access-1' })).status).toBe(401)
  await write(stage, cast, { text: 'Two' })
  await until(() => expect(sentTokens().at(-1)).toBe('access-2'))
  expect(given[1]).toContain('another')
  expect((await invite({ authorization: 'access-2' })).status).toBe(200)
})

test('without an access token the chat goes to the operators, and the reason says why', async () => {
  tokens.answer({ status: 400, body: { error: 'invalid_client' } })
  await write(stage, cast)
  await until(async () => expect((await readChat(stage, cast)).status).toBe('QUEUED'))
  const { messages } = await readChat(stage, cast)
  expect(messages.at(-1)?.notice).toMatchObject({
    kind: 'BOT_FAILED',
    text: expect.stringContaining('the token address answered with HTTP 400'),
  })
  expect(sentTokens()).toEqual([])
})

test('no secret is shown, logged or kept in the clear', async () => {
  await write(stage, cast)
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(1))
  const { data } = await cast.asAdmin(`{
    botProviders(first: 5) { edges { node { id name publicId endpointUrl tokenUrl clientId hasAuthorization inboundUrl } } }
    bots(first: 5) { edges { node { name events(first: 5) { edges { node { body note log { detail } } } } } } }
  }`)
  const { db } = stage.services
  const rows = [
    await db.botProvider.findMany(),
    await db.bot.findMany(),
    await db.outboxItem.findMany({ where: { accountId: cast.accountId }, include: { log: true } }),
    await db.incomingBotEvent.findMany({ where: { botId: cast.bot.id } }),
    await db.botAccessToken.findMany(),
  ]
  const seen = JSON.stringify([data, rows], (_key, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const bytes = rows
    .flat()
    .flatMap((row) => Object.values(row).filter((value) => value instanceof Uint8Array))
  const text = seen + bytes.map((value) => Buffer.from(value as Uint8Array).toString('latin1')).join()
  expect(data.bots.edges).not.toEqual([])
  for (const secret of ['a very secret secret', cast.token, ...given]) expect(text).not.toContain(secret)
})

test('a token with a space is sent and expected as it is, and without its scheme', async () => {
  tokens.answer({ body: { access_token: 'Bearer a b', expires_in: 3600 } })
  await write(stage, cast)
  await until(() => expect(sentTokens()).toEqual(['Bearer a b']))
  for (const authorization of ['Bearer a b', 'a b'])
    expect((await invite({ authorization })).status).toBe(200)
  expect((await invite({ authorization: 'Bearer a' })).status).toBe(401)
})

test.each([
  ['no JSON', 'busy', 'is not a JSON object'],
  ['no token', { token: 'x' }, 'has no access_token'],
  ['an empty one', { access_token: '' }, 'is empty'],
  ['one that no header can carry', { access_token: 'a\u0000b' }, 'no header can carry'],
  ['one that is too long', { access_token: 'x'.repeat(8193) }, 'more than 8192 characters'],
])('an answer of the token address with %s is told in words', async (_name, body, words) => {
  tokens.answer({ body })
  await write(stage, cast)
  await until(async () => {
    const event = await stage.services.db.outboxItem.findFirstOrThrow({
      where: { accountId: cast.accountId },
      include: { log: true },
    })
    expect(event.log).toMatchObject([{ detail: expect.stringContaining(words) }])
  })
})

test('a missing Authorization header and a wrong token are told apart', async () => {
  await write(stage, cast)
  const missing = await invite({ authorization: ' ' })
  const wrong = await invite({ authorization: 'wrong' })
  expect(missing.json.error).toMatchObject({ code: 'unauthorized_client' })
  expect(missing.json.error).toMatchObject({
    message: expect.stringContaining('Authorization header with the access token is missing'),
  })
  expect(wrong.json.error).toMatchObject({ message: expect.stringContaining('has expired') })
})
