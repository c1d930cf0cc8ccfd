import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BOT_EVENT, botLane } from '../../server/domain/bots/outgoing/bot-event.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
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

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  cast = await castBot(stage)
})

const notices = (messages: { notice: unknown }[]) =>
  messages.flatMap(({ notice }) => (notice ? [(notice as { kind: string }).kind] : []))
const repliesIn = (messages: { author: string; text: string | null }[]) =>
  messages.filter(({ author }) => author === 'BOT').map(({ text }) => text)
/** Only this cast's bot answers so; others share the server. */
const answer = (answerer: Parameters<BotStage['bot']['answer']>[0]) =>
  stage.bot.answer(answerer, `/${cast.token}`)
const handedOff = () =>
  until(async () => {
    const chat = await readChat(stage, cast)
    expect(chat.status).toBe('QUEUED')
    return chat
  })

test('a bot that answers 503 twice and then 200 gets one event three times and keeps the chat', async () => {
  let tries = 0
  answer(() => {
    tries += 1
    return tries < 3
      ? { status: 503 }
      : { body: { event: 'BOT_MESSAGE', message: { type: 'TEXT', text: 'Here again.' } } }
  })
  await write(stage, cast)
  await until(async () => expect(repliesIn((await readChat(stage, cast)).messages)).toEqual(['Here again.']))
  const sent = stage.bot.requests.filter((request) => request.path === `/${cast.token}`)
  expect(new Set(eventsOf(stage, cast).map(({ id }) => id)).size).toBe(1)
  expect(sent).toHaveLength(3)
  expect(await readChat(stage, cast)).toMatchObject({ status: 'BOT', handOffReason: null })
  const findEvent = () =>
    stage.services.db.outboxItem.findFirstOrThrow({
      where: { receiverId: cast.bot.id },
      include: { log: { orderBy: { startedAt: 'asc' } } },
    })
  await until(async () => expect(await findEvent()).toMatchObject({ state: 'SENT', attempts: 3 }))
  const event = await findEvent()
  expect(event.log.map(({ status }) => status)).toEqual([503, 503, 200])
})

test('a bot that answers 422 to an event that it does not know is not asked again, and its log says why', async () => {
  answer(({ json }) => ({ status: (json as { message?: unknown }).message ? 200 : 422 }))
  await write(stage, cast)
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(1))
  const chatId = globalId('Chat', (await readChat(stage, cast)).id)
  expect((await mutate(cast.asOperator, 'acceptChat', { chatId })).userErrors).toEqual([])
  const joined = await until(async () => {
    const item = await stage.services.db.outboxItem.findFirstOrThrow({
      where: { receiverId: cast.bot.id, event: 'AGENT_JOINED' },
      include: { log: true },
    })
    expect(item.state).toBe('FAILED')
    return item
  })
  expect([...joined.log.map(({ status }) => status), joined.note]).toEqual([
    422,
    expect.stringContaining('does not know this event'),
  ])
  expect(await readChat(stage, cast)).toMatchObject({ status: 'ACTIVE' })
})

test('a bot that never answers loses the chat after three attempts, once, with the reason in the chat', async () => {
  answer({ hang: true })
  await write(stage, cast, { text: 'One' })
  await write(stage, cast, { text: 'Two' })
  const chat = await handedOff()
  expect(chat.handOffReason).toBe('BOT_FAILED')
  expect(notices(chat.messages)).toEqual(['BOT_FAILED'])
  expect(chat.messages.at(-1)?.notice).toMatchObject({
    text: expect.stringContaining('did not answer within 3000 ms'),
  })
  // What the bot had not got yet is the operators' now.
  await until(async () => {
    const events = await stage.services.db.botEvent.findMany({
      where: { chatId: chat.id },
      orderBy: { position: 'asc' },
    })
    expect(events.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['FAILED', 3],
      ['SKIPPED', 0],
    ])
  })
  await write(stage, cast, { text: 'Three' })
  expect(notices((await readChat(stage, cast)).messages)).toEqual(['BOT_FAILED'])
  expect(eventsOf(stage, cast)).toHaveLength(3)
})

test('a bot that answers each attempt when nobody waits for it any more is shown once, and its chat handed off once', async () => {
  // Every attempt is worked on to its end, as a bot does that does not notice this.
  answer({ hang: true })
  await write(stage, cast)
  for (const attempt of [1, 2, 3]) {
    if (attempt < 3) await until(() => expect(eventsOf(stage, cast)).toHaveLength(attempt + 1))
    else await handedOff()
    await post(cast.inbound, {
      event: 'BOT_MESSAGE',
      chat_id: eventsOf(stage, cast)[0]?.chat_id,
      message: { type: 'TEXT', text: 'Let me think.' },
    })
  }
  await until(async () => {
    const incoming = await stage.services.db.botEvent.findMany({
      where: { botId: cast.bot.id, direction: 'IN' },
      orderBy: { createdAt: 'asc' },
    })
    expect(incoming.map(({ state }) => state)).toEqual(['RECEIVED', 'REPEATED', 'REPEATED'])
  })
  const { messages } = await readChat(stage, cast)
  expect(repliesIn(messages)).toEqual(['Let me think.'])
  expect(notices(messages)).toEqual(['BOT_FAILED'])
})

test('a bot that cannot be reached does not keep the conversations of another waiting', async () => {
  answer({ hang: true })
  const other = await castBot(stage)
  await write(stage, cast)
  await write(stage, other)
  await until(() => expect(eventsOf(stage, other)).toHaveLength(1))
  expect((await readChat(stage, cast)).status).toBe('BOT')
})

test('a job that got lost is found again by the sweep', async () => {
  await write(stage, cast)
  const { id } = await readChat(stage, cast)
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(1))
  const { accountId, bot } = cast
  // Committed by a process that died before it could wake the lane.
  await stage.services.db.outboxItem.create({
    data: {
      accountId,
      receiverId: bot.id,
      chatId: id,
      kind: BOT_EVENT,
      lane: botLane(id),
      event: 'AGENT_UNAVAILABLE',
      nextAttemptAt: new Date(Date.now() - 60_000),
    },
  })
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(2))
})

test('a bot that is switched off or disconnected gives its chats to the operators', async () => {
  await write(stage, cast)
  const id = globalId('Bot', cast.bot.id)
  const payload = await mutate(cast.asAdmin, 'updateBot', { id, enabled: false }, 'bot { enabled }')
  expect(payload).toEqual({ bot: { enabled: false }, userErrors: [] })
  const chat = await handedOff()
  expect(chat.handOffReason).toBe('BOT_DISCONNECTED')
  const refused = await post(cast.inbound, { event: 'INVITE_AGENT', chat_id: chat.number })
  expect(refused).toMatchObject({ status: 403, json: { error: { code: 'forbidden' } } })
  await mutate(cast.asAdmin, 'disconnectBot', { id }, 'bot { connected }')
  const gone = await post(cast.inbound, { event: 'INVITE_AGENT', chat_id: chat.number })
  expect(gone).toMatchObject({ status: 401, json: { error: { code: 'invalid_client' } } })
})

test('a bot with more chats than anybody would wait for is gone at once, and all of its chats follow', async () => {
  const { db } = stage.services
  const { accountId, channel, bot } = cast
  await db.$executeRaw`
    INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId")
    SELECT gen_random_uuid(), ${accountId}::uuid, ${channel.id}::uuid, n, n::text, to_jsonb(n)
    FROM generate_series(1, 700) AS n`
  await db.$executeRaw`
    INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status, "botId")
    SELECT gen_random_uuid(), number, "accountId", "channelId", id, 'BOT', ${bot.id}::uuid
    FROM "Visitor" WHERE "channelId" = ${channel.id}::uuid`
  await mutate(cast.asAdmin, 'disconnectBot', { id: globalId('Bot', bot.id) }, 'bot { connected }')
  const handedOff = { channelId: channel.id, status: 'QUEUED', handOffReason: 'BOT_DISCONNECTED' } as const
  await until(async () => expect(await db.chat.count({ where: handedOff })).toBe(700))
})
