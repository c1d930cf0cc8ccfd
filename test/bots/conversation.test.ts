import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportedMessages } from '../../server/domain/archive/exported-message.ts'
import { continueBots } from '../../server/domain/bots/handover/continue-bots.ts'
import { routeChats } from '../../server/domain/routing/route-chats.ts'
import { recordVisitorUpdate } from '../../server/domain/visitors/record-visitor-update.ts'
import { readChatLog } from '../../server/domain/webhooks/payloads/chat-log.ts'
import { SYSTEM } from '../../server/events/actor.ts'
import { transact } from '../../server/events/transact.ts'
import { makeChannel } from '../support/factories.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { makeChats } from '../support/make-chats.ts'
import { until } from '../support/until.ts'
import { untilLocked } from '../support/until-locked.ts'
import { openVisitorFeed } from '../support/visitor-feed.ts'
import {
  type BotCast,
  type BotStage,
  castBot,
  eventsOf,
  goOnline,
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
  stage.bot.answer({ body: { result: 'ok' } })
  cast = await castBot(stage)
})

/** The visitor writes, and the bot has got it. */
async function begin(text = 'Hello!') {
  expect((await write(stage, cast, { text })).status).toBe(200)
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(1))
  const [event] = eventsOf(stage, cast)
  if (!event) throw new Error('no event')
  return event
}

const reply = (chatId: string, message: object = { type: 'TEXT', text: 'Hi, I am a robot.' }) =>
  post(cast.inbound, { event: 'BOT_MESSAGE', id: 'e1', chat_id: chatId, message })

/** The kinds of the events that the bot got so far, in order. */
const kinds = () => eventsOf(stage, cast).map(({ event }) => event)

/** What the client's server got of this channel. */
const delivered = () =>
  stage.client.requests.filter((request) => request.path === `/${cast.channel.publicId}`)

test("a visitor's message goes to the bot, and its reply to the visitor", async () => {
  const event = await begin()
  const chat = await readChat(stage, cast)
  expect(chat.status).toBe('BOT')
  expect(event).toEqual({
    event: 'CLIENT_MESSAGE',
    id: expect.any(String),
    chat_id: String(chat.number),
    client_id: '1',
    message: { type: 'TEXT', text: 'Hello!', timestamp: expect.any(Number) },
  })
  const answer = await reply(event.chat_id)
  expect(answer).toMatchObject({ status: 200, json: { result: 'ok' } })
  await until(() => expect(delivered()).toHaveLength(1))
  expect(delivered()[0]?.json).toMatchObject({
    sender: { name: cast.bot.name },
    recipient: { id: 'visitor-1' },
    message: { type: 'text', text: 'Hi, I am a robot.' },
  })
  const { messages } = await readChat(stage, cast)
  expect(messages.map(({ author, type }) => [author, type])).toEqual([
    ['VISITOR', 'TEXT'],
    ['BOT', 'TEXT'],
  ])
})

test('an event in the body of the answer is taken as one, for that chat only', async () => {
  stage.bot.answer(({ json }) => ({
    body: {
      event: 'BOT_MESSAGE',
      chat_id: (json as { chat_id: string }).chat_id,
      message: { type: 'TEXT', text: 'At once.' },
    },
  }))
  await begin()
  await until(() => expect(delivered()).toHaveLength(1))
  stage.bot.answer({
    body: { event: 'BOT_MESSAGE', chat_id: 987_654, message: { type: 'TEXT', text: 'Elsewhere.' } },
  })
  await write(stage, cast, { text: 'Again' })
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(2))
  await until(async () => {
    const event = await stage.services.db.botEvent.findFirst({
      where: { botId: cast.bot.id, note: { contains: 'another' } },
    })
    expect(event?.state).toBe('SENT')
  })
  expect((await readChat(stage, cast)).messages.map((message) => message.text)).toEqual([
    'Hello!',
    'At once.',
    'Again',
  ])
})

test('two replies that come before the empty answer are both shown, in order', async () => {
  stage.bot.answer(async ({ json }) => {
    const { chat_id } = json as { chat_id: string }
    for (const text of ['One.', 'Two.']) await reply(chat_id, { type: 'TEXT', text })
    return { status: 200 }
  })
  await begin()
  await until(() => expect(delivered()).toHaveLength(2))
  expect(delivered().map((request) => (request.json as { message: { text: string } }).message.text)).toEqual([
    'One.',
    'Two.',
  ])
})

test('INVITE_AGENT with an operator online hands the chat over; AGENT_JOINED follows when one accepts', async () => {
  const leave = await goOnline(stage, cast.operator)
  const { chat_id, client_id } = await begin()
  expect(await post(cast.inbound, { event: 'INVITE_AGENT', id: 'e', client_id })).toMatchObject({
    status: 200,
  })
  const chat = await readChat(stage, cast)
  expect(chat).toMatchObject({ status: 'QUEUED', handOffReason: 'BOT_INVITED', agentUnavailableAt: null })
  expect(chat.messages.at(-1)?.notice).toMatchObject({ kind: 'BOT_HANDED_OVER' })
  await write(stage, cast, { text: 'Anybody?' })
  const payload = await mutate(cast.asOperator, 'acceptChat', { chatId: globalId('Chat', chat.id) })
  expect(payload.userErrors).toEqual([])
  await until(() => expect(eventsOf(stage, cast).at(-1)?.event).toBe('AGENT_JOINED'))
  expect(eventsOf(stage, cast)).toHaveLength(2)
  expect(eventsOf(stage, cast)[1]).toEqual({
    event: 'AGENT_JOINED',
    id: expect.any(String),
    client_id,
    chat_id,
  })
  await leave()
})

test('with nobody online the bot learns it and goes on until an operator accepts', async () => {
  const { chat_id, client_id } = await begin()
  await post(cast.inbound, { event: 'INVITE_AGENT', chat_id })
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(2))
  expect(eventsOf(stage, cast)[1]).toEqual({
    event: 'AGENT_UNAVAILABLE',
    id: expect.any(String),
    chat_id,
    client_id,
  })
  expect((await reply(chat_id, { type: 'TEXT', text: 'Your phone number?' })).status).toBe(200)
  await until(() => expect(delivered()).toHaveLength(1))
  await write(stage, cast, { text: '+1 555 0100' })
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(3))
  expect(await readChat(stage, cast)).toMatchObject({
    status: 'QUEUED',
    agentUnavailableAt: expect.any(Date),
  })
  await mutate(cast.asOperator, 'sendMessage', {
    idempotencyKey: randomUUID(),
    chatId: globalId('Chat', (await readChat(stage, cast)).id),
    text: 'Here I am.',
  })
  await until(() => expect(eventsOf(stage, cast).at(-1)?.event).toBe('AGENT_JOINED'))
  expect((await reply(chat_id, { type: 'TEXT', text: 'Too late.' })).status).toBe(200)
  const { messages } = await readChat(stage, cast)
  expect(messages.at(-1)?.notice).toMatchObject({ kind: 'BOT_REPLY_LATE', text: 'Too late.' })
  await until(() => expect(delivered()).toHaveLength(2))
})

test.each([
  [
    'is away',
    () => stage.services.db.user.update({ where: { id: cast.operator.id }, data: { available: false } }),
  ],
  [
    'answers only other channels',
    async () => {
      const { id: channelId } = await makeChannel(stage.services, { accountId: cast.accountId })
      const { id: userId } = cast.operator
      await stage.services.db.channelOperator.updateMany({ where: { userId }, data: { channelId } })
    },
  ],
  [
    'is there outside the hours',
    () =>
      stage.services.db.businessHours.create({
        data: { accountId: cast.accountId, closedUntil: new Date(Date.now() + 3_600_000) },
      }),
  ],
])('an operator who %s is not online to the bot', async (_who, arrange) => {
  await arrange()
  const leave = await goOnline(stage, cast.operator)
  const { chat_id } = await begin()
  expect((await post(cast.inbound, { event: 'INVITE_AGENT', chat_id })).status).toBe(200)
  await until(() => expect(eventsOf(stage, cast).at(-1)?.event).toBe('AGENT_UNAVAILABLE'))
  expect(await readChat(stage, cast)).toMatchObject({
    status: 'QUEUED',
    agentUnavailableAt: expect.any(Date),
  })
  await leave()
})

test('a bot that invites again learns again that nobody is online, and hands the chat over once somebody is', async () => {
  const { chat_id } = await begin()
  const invite = () => post(cast.inbound, { event: 'INVITE_AGENT', chat_id })
  await invite()
  await until(() => expect(kinds()).toEqual(['CLIENT_MESSAGE', 'AGENT_UNAVAILABLE']))
  const { queuedAt, agentUnavailableAt } = await readChat(stage, cast)
  // Nothing has happened since: a bot that posts it for whatever it hears would never come to an end.
  expect((await invite()).status).toBe(200)
  await write(stage, cast, { text: 'Nobody?' })
  await until(() => expect(kinds().slice(2)).toEqual(['CLIENT_MESSAGE']))
  expect((await invite()).status).toBe(200)
  await until(() => expect(kinds().slice(2)).toEqual(['CLIENT_MESSAGE', 'AGENT_UNAVAILABLE']))
  expect(await readChat(stage, cast)).toMatchObject({ status: 'QUEUED', queuedAt, agentUnavailableAt })
  const leave = await goOnline(stage, cast.operator)
  await invite()
  expect(await readChat(stage, cast)).toMatchObject({ status: 'QUEUED', queuedAt, agentUnavailableAt: null })
  await write(stage, cast, { text: 'Anybody?' })
  const chatId = globalId('Chat', (await readChat(stage, cast)).id)
  await mutate(cast.asOperator, 'acceptChat', { chatId })
  await until(() => expect(kinds().slice(4)).toEqual(['AGENT_JOINED']))
  await leave()
})

test('a bot that answers every event with INVITE_AGENT learns once for each message that nobody is online', async () => {
  stage.bot.answer({ body: { event: 'INVITE_AGENT', id: 'e' } })
  await write(stage, cast, { text: 'Hello!' })
  await until(() => expect(kinds()).toEqual(['CLIENT_MESSAGE', 'AGENT_UNAVAILABLE']))
  await write(stage, cast, { text: 'Anybody?' })
  await until(() => expect(kinds().slice(2)).toEqual(['CLIENT_MESSAGE', 'AGENT_UNAVAILABLE']))
  await write(stage, cast, { text: 'Nobody?' })
  await until(() => expect(kinds().slice(4)).toEqual(['CLIENT_MESSAGE', 'AGENT_UNAVAILABLE']))
})

test('a bot that goes on is told once that nobody is online, whatever else changes about the chat', async () => {
  const targets = [{ firstReplyMinutes: 5 }]
  expect((await mutate(cast.asAdmin, 'updateRoutingSettings', { targets })).userErrors).toEqual([])
  const { chat_id } = await begin()
  await post(cast.inbound, { event: 'INVITE_AGENT', chat_id })
  await routeChats(stage.services)
  expect(await readChat(stage, cast)).toMatchObject({ firstReplyMinutes: 5 })
  await write(stage, cast, { text: 'Nobody?' })
  await until(() => expect(eventsOf(stage, cast).at(-1)?.message?.text).toBe('Nobody?'))
  expect(kinds()).toEqual(['CLIENT_MESSAGE', 'AGENT_UNAVAILABLE', 'CLIENT_MESSAGE'])
})

describe('when everybody leaves before anybody has taken the chat', () => {
  /** What is written of the operator's presence. */
  const wasThere = (until: Date | null) => {
    const { accountId, operator } = cast
    const [startedAt, seenAt] = [new Date(0), new Date()]
    return stage.services.db.operatorPresence.create({
      data: { accountId, userId: operator.id, available: true, startedAt, seenAt, endedAt: until },
    })
  }
  const HOUR = 3_600_000
  /** An operator is online, and the bot has invited them. */
  async function invite() {
    const leave = await goOnline(stage, cast.operator)
    const { chat_id } = await begin()
    await post(cast.inbound, { event: 'INVITE_AGENT', chat_id })
    await write(stage, cast, { text: 'Anybody?' })
    await continueBots(stage.services)
    const { agentUnavailableAt, id } = await readChat(stage, cast)
    expect({ agentUnavailableAt, events: kinds() }).toEqual({
      agentUnavailableAt: null,
      events: ['CLIENT_MESSAGE'],
    })
    return { leave, chatId: globalId('Chat', id) }
  }

  test('the bot learns it once and goes on until an operator accepts', async () => {
    const { leave, chatId } = await invite()
    await leave()
    await wasThere(new Date(Date.now() - HOUR))
    for (let again = 0; again < 2; again++) await continueBots(stage.services)
    await write(stage, cast, { text: 'Nobody?' })
    await until(() => expect(eventsOf(stage, cast).at(-1)?.message?.text).toBe('Nobody?'))
    expect(kinds()).toEqual(['CLIENT_MESSAGE', 'AGENT_UNAVAILABLE', 'CLIENT_MESSAGE'])
    await mutate(cast.asOperator, 'acceptChat', { chatId })
    await until(() => expect(kinds().at(-1)).toBe('AGENT_JOINED'))
  })

  test('the bot learns it at the end of the business hours, although they are still there', async () => {
    const { leave } = await invite()
    await wasThere(null)
    await stage.services.db.businessHours.create({
      data: { accountId: cast.accountId, closedUntil: new Date(Date.now() + HOUR) },
    })
    await continueBots(stage.services)
    await until(() => expect(kinds()).toEqual(['CLIENT_MESSAGE', 'AGENT_UNAVAILABLE']))
    await leave()
  })

  test('the bot learns it even while hundreds of chats of other accounts wait like its own', async () => {
    const [before, after] = [cast, await castBot(stage)]
    cast = await castBot(stage)
    for (const { accountId, channel, bot } of [before, after])
      await makeChats(stage.services.db, { account: { id: accountId }, channel }, 200, {
        status: 'QUEUED',
        handOffReason: 'BOT_INVITED',
        botId: bot.id,
        queuedAt: new Date(0),
      })
    const leave = await goOnline(stage, cast.operator)
    const { chat_id } = await begin()
    await post(cast.inbound, { event: 'INVITE_AGENT', chat_id })
    await leave()
    await wasThere(new Date(Date.now() - HOUR))
    await continueBots(stage.services)
    // At once: the next sweeps would come to it in any case.
    expect((await readChat(stage, cast)).agentUnavailableAt).not.toBeNull()
  })

  test.each<[string, (chatId: string) => Promise<unknown>]>([
    // Not a moment ago: however slow the machine is, it is within the half minute.
    ['somebody who was there a moment ago', () => wasThere(new Date(Date.now() + HOUR))],
    [
      'a chat that somebody had',
      async (chatId) => {
        await mutate(cast.asOperator, 'acceptChat', { chatId })
        await mutate(cast.asOperator, 'leaveChat', { chatId })
        await until(() => expect(kinds()).toEqual(['CLIENT_MESSAGE', 'AGENT_JOINED']))
      },
    ],
    [
      'a chat that it gave up',
      () =>
        stage.services.db.chat.updateMany({
          where: { accountId: cast.accountId },
          data: { handOffReason: 'BOT_FAILED' },
        }),
    ],
  ])('the bot learns nothing of %s', async (_what, arrange) => {
    const { leave, chatId } = await invite()
    await arrange(chatId)
    await leave()
    await continueBots(stage.services)
    expect(await readChat(stage, cast)).toMatchObject({ status: 'QUEUED', agentUnavailableAt: null })
  })
})

test('an operator steps in at any time, and gives the chat back', async () => {
  await begin()
  const chatId = globalId('Chat', (await readChat(stage, cast)).id)
  await mutate(cast.asOperator, 'acceptChat', { chatId })
  await until(() => expect(eventsOf(stage, cast).at(-1)?.event).toBe('AGENT_JOINED'))
  expect(await readChat(stage, cast)).toMatchObject({
    status: 'ACTIVE',
    handOffReason: 'OPERATOR_STEPPED_IN',
  })
  await write(stage, cast, { text: 'For the operator' })
  const payload = await mutate(
    cast.asOperator,
    'handBackToBot',
    { chatId },
    'chat { status operators { id } }',
  )
  expect(payload).toMatchObject({ chat: { status: 'BOT', operators: [] }, userErrors: [] })
  await write(stage, cast, { text: 'For the bot' })
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(3))
  expect(eventsOf(stage, cast)[2]?.message.text).toBe('For the bot')
})

test('a snoozed chat that the bot gets back is awake, and a bot that is switched off gets none', async () => {
  await begin()
  const chatId = globalId('Chat', (await readChat(stage, cast)).id)
  await mutate(cast.asOperator, 'acceptChat', { chatId })
  expect((await mutate(cast.asOperator, 'snoozeChat', { chatId, until: null })).userErrors).toEqual([])
  const handBack = () => mutate(cast.asOperator, 'handBackToBot', { chatId })
  const ofBot = { where: { id: cast.bot.id } }
  await stage.services.db.bot.update({ ...ofBot, data: { enabled: false } })
  expect((await handBack()).userErrors).toMatchObject([{ code: 'NO_BOT' }])
  expect(await readChat(stage, cast)).toMatchObject({ status: 'ACTIVE', snoozedAt: expect.any(Date) })
  await stage.services.db.bot.update({ ...ofBot, data: { enabled: true } })
  expect((await handBack()).userErrors).toEqual([])
  expect(await readChat(stage, cast)).toMatchObject({ status: 'BOT', snoozedAt: null, snoozedUntil: null })
})

test('MARKDOWN and BUTTONS reach the chat channel as their text, or not at all', async () => {
  const { chat_id } = await begin()
  await reply(chat_id, { type: 'MARKDOWN', content: '**Bold**', text: 'Bold' })
  const buttons = ['A', 'B', 'C', 'D'].map((text, index) => ({ text, id: index }))
  await reply(chat_id, { type: 'BUTTONS', title: 'Choose', text: 'Choose: A, B, C', buttons })
  await reply(chat_id, { type: 'BUTTONS', title: 'Only buttons', buttons: [{ text: 'Yes' }] })
  await until(() => expect(delivered()).toHaveLength(2))
  expect(delivered().map((request) => (request.json as { message: object }).message)).toMatchObject([
    { type: 'text', text: 'Bold' },
    { type: 'text', text: 'Choose: A, B, C' },
  ])
  const { messages } = await readChat(stage, cast)
  expect(messages.slice(1).map(({ type, rich }) => [type, rich])).toEqual([
    ['MARKDOWN', { content: '**Bold**' }],
    [
      'BUTTONS',
      { title: 'Choose', buttons: ['A', 'B', 'C'].map((text, index) => ({ text, id: String(index) })) },
    ],
    ['BUTTONS', { title: 'Only buttons', buttons: [{ text: 'Yes', id: 'Yes' }] }],
    ['NOTICE', null],
  ])
  expect(messages.at(-1)?.notice).toMatchObject({ kind: 'BOT_CANNOT_RENDER' })
  const { data } = await cast.asAdmin(
    'query ($id: ID!) { bot(id: $id) { events(first: 10) { edges { node { kind direction state note } } } } }',
    { id: globalId('Bot', cast.bot.id) },
  )
  expect(data.bot.events.edges.map(({ node }: { node: { note: string } }) => node.note)).toContain(
    'Only the first 3 of 4 buttons were used.',
  )
})

test.each([
  [{ type: 'MARKDOWN', content: 'Ask **us**' }, 'Ask **us**'],
  [{ type: 'BUTTONS', buttons: [{ text: 'Delivery' }, { text: 'Return' }] }, 'Delivery · Return'],
])('what a bot says without a plain text is read wherever only text is shown: %j', async (message, text) => {
  const { chat_id } = await begin()
  await reply(chat_id, message)
  const { id, preview } = await readChat(stage, cast)
  expect(preview).toBe(text)
  expect((await readChatLog(stage.services.db, id)).at(-1)).toMatchObject({ author: 'BOT', text })
  const exported = []
  for await (const each of exportedMessages(stage.services, { accountId: cast.accountId, chatIds: [id] }))
    exported.push(each.text)
  expect(exported).toEqual(['Hello!', text])
})

test('CLIENT_INFO tells operators who the visitor is', async () => {
  const { chat_id } = await begin()
  await post(cast.inbound, {
    event: 'CLIENT_INFO',
    chat_id,
    client_info: { name: 'Ada', phone: 15550100 },
    email: 'ada@example.com',
  })
  const visitor = await stage.services.db.visitor.findFirstOrThrow({ where: { accountId: cast.accountId } })
  expect(visitor).toMatchObject({ name: 'Ada', phone: '15550100', email: 'ada@example.com' })
})

test('CLIENT_INFO tells nobody again what is known already', async () => {
  const { chat_id } = await begin()
  const { db } = stage.services
  const tell = (name: string) =>
    post(cast.inbound, { event: 'CLIENT_INFO', chat_id, name, phone: '15550100' })
  for (const name of ['Ada', 'Ada', 'Ann']) expect((await tell(name)).status).toBe(200)
  const changes = await db.event.findMany({ where: { accountId: cast.accountId, kind: 'VISITOR_UPDATED' } })
  expect(changes).toHaveLength(2)
  const { messages } = await readChat(stage, cast)
  expect(messages.flatMap(({ notice }) => notice ?? [])).toMatchObject([{ text: 'Ada' }, { text: 'Ann' }])
})

test('CLIENT_INFO waits for the visitor before it holds the chat, so that an operator can change both', async () => {
  const { chat_id } = await begin()
  const { services } = stage
  const visitor = await services.db.visitor.findFirstOrThrow({ where: { accountId: cast.accountId } })
  const { posted } = await transact(services, async (work) => {
    await work.tx.visitor.update({ where: { id: visitor.id }, data: { phone: '15550100' } })
    const posted = post(cast.inbound, { event: 'CLIENT_INFO', chat_id, client_info: { name: 'Ada' } })
    await untilLocked(services.db, '"Visitor"')
    await recordVisitorUpdate(work, visitor, SYSTEM)
    return { posted }
  })
  await posted
  const { name, phone } = await services.db.visitor.findUniqueOrThrow({ where: { id: visitor.id } })
  expect({ name, phone }).toEqual({ name: 'Ada', phone: '15550100' })
})

test("a visitor's messages go to the bot one by one, in order", async () => {
  await begin('1')
  for (const text of ['2', '3', '4', '5']) await write(stage, cast, { text })
  await until(() => expect(eventsOf(stage, cast)).toHaveLength(5))
  expect(eventsOf(stage, cast).map(({ message }) => message.text)).toEqual(['1', '2', '3', '4', '5'])
})

test('the visitor hears each reply of the bot, however it came, and that operators are asked now', async () => {
  await begin()
  const { accountId, channelId, id, visitorId, number } = await readChat(stage, cast)
  const token = { id, expiresAt: new Date(Date.now() + 60_000) }
  const visitor = { kind: 'visitor', accountId, channelId, visitorId, number: 1, key: 'a', token } as const
  const feed = await openVisitorFeed(stage.services, visitor)
  const say = (message: object) =>
    post(cast.inbound, { event: 'BOT_MESSAGE', id: randomUUID(), chat_id: String(number), message })
  // A plain text takes the short way, buttons without one the long way.
  expect((await say({ type: 'TEXT', text: 'In short.' })).status).toBe(200)
  const buttons = [{ id: '1', text: 'One' }]
  expect((await say({ type: 'BUTTONS', title: 'Which?', buttons })).status).toBe(200)
  await write(stage, cast, { message: { button_id: '1' } })
  await goOnline(stage, cast.operator)
  await post(cast.inbound, { event: 'INVITE_AGENT', id: randomUUID(), chat_id: String(number) })
  await until(async () => expect(await readChat(stage, cast)).toMatchObject({ status: 'QUEUED' }))
  await write(stage, cast, { message: { type: 'text', text: 'Is anybody there?' } })
  await feed.waitFor(({ snapshot }) => snapshot.message?.text === 'Is anybody there?')
  expect(new Set(feed.kinds)).toEqual(new Set(['MESSAGE_CREATED', 'CHAT_HANDED_OFF']))
  const messages = feed.told.flatMap(({ event }) => event.snapshot.message ?? [])
  expect(messages.map(({ author }) => author)).toEqual(['BOT', 'BOT', 'VISITOR', 'VISITOR'])
  expect(messages.every(({ type }) => type !== 'NOTICE')).toBe(true)
  await feed.close()
})
