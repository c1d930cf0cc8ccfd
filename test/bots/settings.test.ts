import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrphans } from '../../server/domain/bots/handover/hand-off-orphans.ts'
import { BOT_EVENT, botLane } from '../../server/domain/bots/outgoing/bot-event.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { makeChats } from '../support/make-chats.ts'
import { until } from '../support/until.ts'
import { castBot, eventsOf, openStage, post, readChat, write } from './support.ts'

let stage: Awaited<ReturnType<typeof openStage>>

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('the profile classic adds where the visitor writes from and who they are', async () => {
  const cast = await castBot(stage, { provider: { profile: 'CLASSIC' } })
  await fetch(stage.url + cast.channel.path, {
    method: 'POST',
    body: JSON.stringify({
      sender: { id: 7, name: 'Ada', url: 'https://example.com/page' },
      message: { type: 'text', text: 'Hi' },
    }),
  })
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(1))
  const { number } = await stage.services.db.account.findUniqueOrThrow({ where: { id: cast.accountId } })
  expect(number).toBeGreaterThan(0)
  expect(eventsOf(stage, cast)[0]).toEqual({
    event: 'CLIENT_MESSAGE',
    id: expect.any(String),
    chat_id: String((await readChat(stage, cast)).number),
    client_id: '1',
    site_id: number,
    sender: { id: 1, name: 'Ada', url: 'https://example.com/page' },
    message: { type: 'TEXT', text: 'Hi', timestamp: expect.any(Number) },
  })
})

test('the profile current also tells of operators, their messages and the end', async () => {
  const cast = await castBot(stage, { provider: { profile: 'CURRENT' } })
  await write(stage, cast)
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(1))
  expect(eventsOf(stage, cast)[0]).toMatchObject({
    agents_online: false,
    channel: { id: cast.channel.publicId, type: 'chat_api' },
    site_id: expect.any(Number),
    sender: { id: 1, url: '', has_contacts: false },
  })
  const chatId = globalId('Chat', (await readChat(stage, cast)).id)
  const sent = await mutate(cast.asOperator, 'sendMessage', {
    idempotencyKey: randomUUID(),
    chatId,
    text: 'By hand',
  })
  const closed = await mutate(cast.asOperator, 'closeChat', { chatId })
  expect([...sent.userErrors, ...closed.userErrors]).toEqual([])
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(4))
  expect(eventsOf(stage, cast).map(({ event, message }) => [event, message?.text])).toEqual([
    ['CLIENT_MESSAGE', 'Hello!'],
    ['AGENT_JOINED', undefined],
    ['AGENT_MESSAGE', 'By hand'],
    ['CHAT_CLOSED', undefined],
  ])
})

test('every account has a number of its own', async () => {
  const casts = [await castBot(stage), await castBot(stage)]
  const ids = casts.map(({ accountId }) => accountId)
  const accounts = await stage.services.db.account.findMany({ where: { id: { in: ids } } })
  expect(new Set(accounts.map(({ number }) => number)).size).toBe(2)
})

test.each([
  ['one character', 'x'],
  ['1,024 characters', 'x'.repeat(1024)],
  ['every visible character', Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n)).join('')],
  ['1,024 characters that take three in an address', '%'.repeat(1024)],
])('a token of %s works both ways', async (_name, token) => {
  const cast = await castBot(stage)
  const id = globalId('Bot', cast.bot.id)
  expect((await mutate(cast.asAdmin, 'updateBot', { id, token })).userErrors).toEqual([])
  await write(stage, cast)
  const path = `/${encodeURIComponent(token)}`
  await until(() => expect(stage.bot.requests.map((request) => request.path)).toContain(path))
  const { number } = await readChat(stage, cast)
  const inbound = `${stage.url}/bot/webhooks/${cast.provider.publicId}${path}`
  const reply = { event: 'BOT_MESSAGE', chat_id: number, message: { type: 'TEXT', text: 'Hi' } }
  expect((await post(inbound, reply)).status).toBe(200)
})

test.each([
  ['nothing', '', 'BLANK'],
  ['1,025 characters', 'x'.repeat(1025), 'TOO_LONG'],
  ['a space', 'a b', 'INVALID'],
  ['a character that is not ASCII', 'é', 'INVALID'],
  ['what an address takes for a folder', '..', 'INVALID'],
])('a token of %s is refused', async (_name, token, code) => {
  const cast = await castBot(stage)
  const { userErrors } = await mutate(cast.asAdmin, 'updateBot', { id: globalId('Bot', cast.bot.id), token })
  expect(userErrors).toMatchObject([{ code, field: ['input', 'token'] }])
})

test('a pressed button comes back as text with its id; files and places come as text', async () => {
  const cast = await castBot(stage)
  await write(stage, cast, { text: 'Yes', message: { button_id: 'b-1' } })
  await write(stage, cast, { text: 'Look', message: { type: 'photo', file: 'https://example.com/a.png' } })
  await write(stage, cast, { text: '', message: { type: 'location', latitude: 1.5, longitude: -2 } })
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(3))
  expect(eventsOf(stage, cast).map(({ message }) => [message.type, message.text, message.button_id])).toEqual(
    [
      ['TEXT', 'Yes', 'b-1'],
      ['TEXT', 'Look\nhttps://example.com/a.png', undefined],
      ['TEXT', '1.5, -2', undefined],
    ],
  )
})

test('the test of a bot shows what came back, and touches no conversation', async () => {
  const cast = await castBot(stage)
  const path = `/${cast.token}`
  stage.bot.answer(async ({ json }) => {
    const { id, chat_id } = json as { id: string; chat_id: string }
    expect(await stage.services.db.botEvent.findUnique({ where: { id } })).toMatchObject({ state: 'PENDING' })
    const event = { event: 'BOT_MESSAGE', chat_id, message: { type: 'TEXT', text: 'It works.' } }
    expect((await post(cast.inbound, event)).status).toBe(200)
    return { body: event }
  }, path)
  const selection = 'event { state body note log { status durationMs detail } } answeredEvent note'
  const run = () => mutate(cast.asAdmin, 'testBot', { id: globalId('Bot', cast.bot.id) }, selection)
  const good = await run()
  expect(good).toMatchObject({
    event: { state: 'SENT', log: [{ status: 200 }] },
    note: null,
    userErrors: [],
  })
  expect(JSON.parse(good.answeredEvent)).toMatchObject({ message: { text: 'It works.' } })
  expect(JSON.parse(good.event.body)).toMatchObject({ event: 'CLIENT_MESSAGE', chat_id: '0', client_id: '0' })
  stage.bot.answer({ body: { event: 'BOT_MESSAGE', message: { type: 'FAX' } } }, path)
  expect(await run()).toMatchObject({
    answeredEvent: null,
    note: expect.stringContaining('TEXT, MARKDOWN or BUTTONS'),
  })
  stage.bot.answer({ status: 503, body: 'busy' }, path)
  expect(await run()).toMatchObject({
    event: { state: 'FAILED', log: [{ status: 503, detail: 'busy' }] },
  })
  expect(await stage.services.db.chat.count({ where: { accountId: cast.accountId } })).toBe(0)
})

test('a test that a killed process left is not sent again', async () => {
  const cast = await castBot(stage)
  const id = randomUUID()
  const lane = botLane(id)
  const { accountId, bot } = cast
  const claim = { startedAt: new Date(0), claimedUntil: new Date(1), nextAttemptAt: new Date(0) }
  const item = { id, accountId, kind: BOT_EVENT, lane, receiverId: bot.id, event: 'CLIENT_MESSAGE' }
  await stage.services.db.outboxItem.create({ data: { ...item, ...claim, payload: '{}', note: 'Test' } })
  await stage.services.waker.wake([lane])
  await until(async () =>
    expect(await stage.services.db.outboxItem.findUnique({ where: { id } })).toMatchObject({
      state: 'SKIPPED',
      note: 'Test',
    }),
  )
  expect(eventsOf(stage, cast)).toEqual([])
})

test('a bot makes its channel available when the channel says that it counts', async () => {
  const cast = await castBot(stage)
  const status = async () => (await fetch(`${stage.url}${cast.channel.path}/status`)).text()
  expect(await status()).toBe('0')
  const id = globalId('Channel', cast.channel.id)
  await mutate(cast.asAdmin, 'updateChannel', { id, botCounts: true }, 'channel { botCounts }')
  await until(async () => expect(await status()).toBe('1'))
  await mutate(cast.asAdmin, 'updateBot', { id: globalId('Bot', cast.bot.id), enabled: false })
  await until(async () => expect(await status()).toBe('0'))
})

test('a channel has one bot, a token one bot, and both are free again after it was disconnected', async () => {
  const cast = await castBot(stage)
  const connect = (name: string, token: string) =>
    mutate(
      cast.asAdmin,
      'connectBot',
      {
        providerId: globalId('BotProvider', cast.provider.id),
        name,
        token,
        channelIds: [globalId('Channel', cast.channel.id)],
      },
      'bot { id name channels { id } }',
    )
  const codes = async (payload: Promise<{ userErrors: { code: string; field: string[] }[] }>) =>
    (await payload).userErrors.map(({ code, field }) => [code, field.slice(1).join('.')])
  const taken = ['TAKEN', 'channelIds.0']
  expect(await codes(connect('Second', 'another-token'))).toEqual([taken])
  expect(await codes(connect('Second', cast.token))).toEqual([taken, ['TAKEN', 'token']])
  expect(await codes(connect('Second', 'with space'))).toEqual([['INVALID', 'token'], taken])
  // Another provider, of this account or of another, may have issued the same token: nothing is told of it.
  const elsewhere = await castBot(stage)
  expect(await codes(connect('Second', elsewhere.token))).toEqual([taken])
  await mutate(cast.asAdmin, 'disconnectBot', { id: globalId('Bot', cast.bot.id) }, 'bot { connected }')
  const again = await connect('Second', cast.token)
  expect(again).toMatchObject({ bot: { name: 'Second' }, userErrors: [] })
  await write(stage, cast)
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(1))
})

test('a provider is registered, changed and removed by admins; its chats then go to the operators', async () => {
  const cast = await castBot(stage)
  const create = (input: object) =>
    mutate(
      cast.asAdmin,
      'createBotProvider',
      { name: 'P', profile: 'SEED', ...input },
      'botProvider { id inboundUrl }',
    )
  const field = async (input: object) => (await create(input)).userErrors[0]?.field.at(-1)
  expect(await field({ endpointUrl: 'ftp://example.com' })).toBe('endpointUrl')
  expect(await field({ endpointUrl: 'https://example.com', tokenUrl: 'https://example.com/t' })).toBe(
    'clientId',
  )
  expect((await create({ endpointUrl: 'http://10.0.0.1/' })).userErrors[0]?.code).toBe('PRIVATE_TARGET')
  await write(stage, cast)
  const id = globalId('BotProvider', cast.provider.id)
  const changed = await mutate(
    cast.asAdmin,
    'updateBotProvider',
    { id, name: 'Renamed' },
    'botProvider { name }',
  )
  expect(changed.botProvider).toEqual({ name: 'Renamed' })
  const removed = await mutate(cast.asAdmin, 'deleteBotProvider', { id }, 'deletedId')
  expect(removed).toEqual({ deletedId: id, userErrors: [] })
  await until(async () =>
    expect(await readChat(stage, cast)).toMatchObject({ handOffReason: 'BOT_DISCONNECTED' }),
  )
  await until(async () => expect((await post(cast.inbound, {})).status).toBe(404))
})

test('however many chats of one account wait for a bot that is gone, those of others have their turn', async () => {
  const { db } = stage.services
  const wait = async (minutes: readonly number[]) => {
    const { accountId, channel, bot } = await castBot(stage)
    const place = { account: { id: accountId }, channel }
    const chats = await makeChats(db, place, minutes.length, { status: 'BOT', botId: bot.id })
    const chatIds = chats.map(({ id }) => id)
    for (const [index, id] of chatIds.entries()) {
      const lastActivityAt = new Date(Date.now() - Number(minutes[index]) * 60_000)
      await db.chat.update({ where: { id }, data: { lastActivityAt } })
    }
    return { botId: bot.id, chatIds }
  }
  const [many, other] = [await wait([3, 2, 1]), await wait([9])]
  const [first, second, third] = many.chatIds
  // The sweep would take them as well.
  const found = await db.$transaction(async (tx) => {
    const where = { id: { in: [many.botId, other.botId] } }
    await tx.bot.updateMany({ where, data: { enabled: false } })
    return findOrphans(tx)
  })
  const ours = found.map(({ id }) => id).filter((id) => [...many.chatIds, ...other.chatIds].includes(id))
  expect(ours).toEqual([third, other.chatIds[0], second, first])
})
