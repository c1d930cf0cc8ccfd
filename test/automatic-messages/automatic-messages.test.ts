import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pickText } from '../../server/domain/automatic-messages/pick-text.ts'
import { sendAutomaticMessages } from '../../server/domain/automatic-messages/send-automatic-messages.ts'
import { DAY_MS } from '../../server/durations.ts'
import type { Chat } from '../../server/generated/prisma/client.ts'
import { makeBot } from '../support/bots.ts'
import { type ClientServer, openClientServer, settled } from '../support/client-server.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { makeChats } from '../support/make-chats.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { makeWidget, openBrowser, write } from '../support/widget.ts'

type App = Awaited<ReturnType<typeof startSwitchboard>>

let app: App
let desk: Desk
beforeAll(async () => {
  app = await startSwitchboard()
})
afterAll(() => app.close())
beforeEach(async () => {
  desk = await openDesk(app)
})

const MINUTE_MS = 60_000

interface Message {
  kind: string
  delaySeconds?: number
  texts?: { language: string; text: string }[]
}

/** Sets up automatic messages, whose texts are their kinds unless others are given. */
async function setUp(messages: Message[], channelId = desk.channel.id): Promise<Data> {
  const automaticMessages = messages.map(({ kind, delaySeconds = 60, texts }) => ({
    kind,
    enabled: true,
    delaySeconds,
    texts: texts ?? [{ language: 'en', text: kind }],
  }))
  const input = { id: globalId('Channel', channelId), automaticMessages }
  return mutate(desk.admin.execute, 'updateChannel', input)
}

/** The chat is as old as that, with everything that was said in it. */
async function age({ id }: Chat, minutes: number): Promise<void> {
  const at = new Date(Date.now() - minutes * MINUTE_MS)
  const { queuedAt, unansweredSince } = await app.services.db.chat.findUniqueOrThrow({ where: { id } })
  await app.services.db.chat.update({
    where: { id },
    data: {
      createdAt: at,
      lastActivityAt: at,
      queuedAt: queuedAt && at,
      unansweredSince: unansweredSince && at,
    },
  })
}

/** What was sent by itself in a chat. */
async function sentIn({ id }: Pick<Chat, 'id'>): Promise<string[]> {
  const messages = await app.services.db.message.findMany({
    where: { chatId: id, type: 'AUTOMATIC' },
    orderBy: { seq: 'asc' },
  })
  return messages.map(({ text }) => text ?? '')
}

const send = () => sendAutomaticMessages(app.services)

describe('a greeting', () => {
  let client: ClientServer
  beforeEach(async () => {
    client = await openClientServer(app)
  })

  test('reaches the client as a plain reply, once, and answers nothing', async () => {
    desk = client.desk
    await setUp([{ kind: 'GREETING', delaySeconds: 0 }])
    await desk.say(7, 'Where is my order?')
    const chat = await desk.chatOf(7)
    await Promise.all([send(), send(), send()])
    await send()
    expect(await sentIn(chat)).toEqual(['GREETING'])
    const [message] = await app.services.db.message.findMany({
      where: { chatId: chat.id, type: 'AUTOMATIC' },
    })
    await settled(app, message?.id ?? '', 'SENT')
    expect(client.receiver.requests.map(({ json }) => json)).toEqual([
      { sender: {}, recipient: { id: 7 }, message: { type: 'text', id: message?.id, text: 'GREETING' } },
    ])
    expect(await desk.chatOf(7)).toMatchObject({
      status: 'QUEUED',
      preview: 'Where is my order?',
      unansweredSince: chat.unansweredSince,
      lastActivityAt: chat.lastActivityAt,
    })
    const { data } = await desk.operators[0].execute(
      'query ($id: ID!) { node(id: $id) { ... on Chat { lastAuthor messages(last: 9) { nodes { author type text operator { id } } } } } }',
      { id: globalId('Chat', chat.id) },
    )
    expect(data.node.lastAuthor).toBe('VISITOR')
    expect(data.node.messages.nodes.at(-1)).toEqual({
      author: 'AUTOMATIC',
      type: 'TEXT',
      text: 'GREETING',
      operator: null,
    })
  })
})

test('is shown to visitors of a website as the company’s, in their language', async () => {
  const { id, publicId } = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: [desk.operators[0].user.id],
    settings: { locale: 'en' },
  })
  const texts = [
    { language: 'en', text: 'Hello' },
    { language: 'de-AT', text: 'Servus' },
  ]
  await setUp([{ kind: 'GREETING', delaySeconds: 0, texts }], id)
  const browser = await openBrowser(app.url, publicId)
  await app.services.db.visit.updateMany({ where: { channelId: id }, data: { language: 'de' } })
  await write(browser, 'Hi')
  await send()
  // Of those whose language has no text, the widget’s says which they get.
  await app.services.db.widgetSettings.update({ where: { channelId: id }, data: { locale: 'de' } })
  const other = await openBrowser(app.url, publicId)
  const visitorOfOther = { channelId: id, number: other.visitorNumber }
  await app.services.db.visit.updateMany({ where: { visitor: visitorOfOther }, data: { language: 'fr' } })
  const { chatId } = await write(other, 'Salut')
  await send()
  expect(await sentIn({ id: chatId })).toEqual(['Servus'])
  const { data } = await browser.execute(
    '{ visit { unreadCount history { messages { author type text operator { name } } } } }',
  )
  expect(data.visit.unreadCount).toBe(1)
  expect(data.visit.history.messages.at(-1)).toEqual({
    author: 'AUTOMATIC',
    type: 'TEXT',
    text: 'Servus',
    operator: null,
  })
})

test('is sent neither before its time, nor to chats that an operator has or had, nor long after', async () => {
  await setUp([{ kind: 'GREETING' }, { kind: 'NOBODY_FREE' }])
  const chats: Chat[] = []
  for (const visitor of ['new', 'taken', 'left', 'old']) {
    await desk.say(visitor, 'Hello')
    chats.push(await desk.chatOf(visitor))
  }
  const [fresh, taken, left, old] = chats as [Chat, Chat, Chat, Chat]
  const [operator] = desk.operators
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', taken.id) })
  await reply(operator, left.id, 'Hi')
  await mutate(operator.execute, 'leaveChat', { chatId: globalId('Chat', left.id) })
  for (const chat of [taken, left]) await age(chat, 2)
  await age(old, 60)
  await send()
  for (const chat of chats) expect(await sentIn(chat)).toEqual([])
  await age(fresh, 2)
  await send()
  expect(await sentIn(fresh)).toEqual(['GREETING', 'NOBODY_FREE'])
})

test('who talks with a bot is neither greeted nor told that nobody is free, also while it goes on in their stead', async () => {
  const { db } = app.services
  const { bot } = await makeBot(app.services, { accountId: desk.account.id })
  await db.channel.update({ where: { id: desk.channel.id }, data: { botId: bot.id } })
  await setUp([{ kind: 'GREETING' }, { kind: 'NOBODY_FREE' }])
  await desk.say('b', 'Hello')
  const chat = await desk.chatOf('b')
  expect(chat.status).toBe('BOT')
  const since = new Date(Date.now() - 2 * MINUTE_MS)
  await db.chat.update({ where: { id: chat.id }, data: { createdAt: since, queuedAt: since } })
  await send()
  expect(await sentIn(chat)).toEqual([])
  // Nobody is online, and the bot has answered since.
  const data = { status: 'QUEUED', agentUnavailableAt: since, unansweredSince: null } as const
  await db.chat.update({ where: { id: chat.id }, data: { ...data, createdAt: new Date(0) } })
  await send()
  expect(await sentIn(chat)).toEqual([])
  await db.chat.update({ where: { id: chat.id }, data: { unansweredSince: since } })
  await send()
  expect(await sentIn(chat)).toEqual(['NOBODY_FREE'])
})

test('within the hours visitors are greeted, outside they are told that nobody is there', async () => {
  await setUp([
    { kind: 'GREETING', delaySeconds: 0 },
    { kind: 'OUTSIDE_HOURS', delaySeconds: 0 },
    { kind: 'NOBODY_FREE', delaySeconds: 60 },
  ])
  await desk.say('day', 'Hello')
  const day = await desk.chatOf('day')
  await send()
  expect(await sentIn(day)).toEqual(['GREETING'])
  const closedUntil = new Date(Date.now() + 60 * MINUTE_MS).toISOString()
  await mutate(desk.admin.execute, 'updateBusinessHours', { closedUntil })
  await desk.say('night', 'Hello')
  const night = await desk.chatOf('night')
  await age(night, 2)
  await send()
  expect(await sentIn(night)).toEqual(['OUTSIDE_HOURS'])
  // Who still waits at the end of the day learns it, too.
  expect(await sentIn(day)).toEqual(['GREETING', 'OUTSIDE_HOURS'])
})

describe('when the visitor is silent', () => {
  /** An operator has answered and left. */
  async function answered(visitor: string): Promise<Chat> {
    await desk.say(visitor, 'Hello')
    const chat = await desk.chatOf(visitor)
    await reply(desk.operators[0], chat.id, 'Hi')
    await mutate(desk.operators[0].execute, 'leaveChat', { chatId: globalId('Chat', chat.id) })
    return chat
  }

  const closed = ({ id }: Chat) =>
    app.services.db.archivedChat.findUnique({ where: { chatId: id }, select: { outcome: true } })

  test('they are asked whether they are still there, and later the chat is closed as what it was', async () => {
    await setUp([{ kind: 'STILL_THERE' }, { kind: 'CLOSING', delaySeconds: 600 }])
    const chat = await answered('a')
    await age(chat, 2)
    await send()
    await send()
    expect(await sentIn(chat)).toEqual(['STILL_THERE'])
    await age(chat, 11)
    await send()
    expect(await sentIn(chat)).toEqual(['STILL_THERE', 'CLOSING'])
    expect(await closed(chat)).toEqual({ outcome: 'ANSWERED' })
  })

  test('who writes again, or waits for an answer, is not closed', async () => {
    await setUp([{ kind: 'CLOSING' }])
    const again = await answered('again')
    await age(again, 30)
    await desk.say('again', 'One more thing')
    await age(again, 30)
    await desk.say('waits', 'Hello')
    const waits = await desk.chatOf('waits')
    await age(waits, 30)
    await send()
    for (const visitor of ['again', 'waits']) expect((await desk.chatOf(visitor)).status).toBe('QUEUED')
  })

  test('a chat that has been silent for long is closed in silence', async () => {
    await setUp([{ kind: 'STILL_THERE' }, { kind: 'CLOSING' }])
    const chat = await answered('old')
    await age(chat, 24 * 60)
    await send()
    expect(await sentIn(chat)).toEqual([])
    expect(await closed(chat)).toEqual({ outcome: 'ANSWERED' })
  })

  test('nobody is asked, and no chat closed, as long as its visitor has not written', async () => {
    await setUp([{ kind: 'STILL_THERE' }, { kind: 'CLOSING', delaySeconds: 600 }])
    const { visitorId } = await answered('v')
    const first = await desk.chatOf('v')
    await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', first.id) })
    const [operator] = desk.operators
    const input = { idempotencyKey: randomUUID(), visitorId: globalId('Visitor', visitorId), text: 'News!' }
    expect((await mutate(operator.execute, 'startChat', input)).userErrors).toEqual([])
    const chat = await desk.chatOf('v')
    await mutate(operator.execute, 'leaveChat', { chatId: globalId('Chat', chat.id) })
    for (const minutes of [2, 11]) {
      await age(chat, minutes)
      await send()
    }
    expect(await sentIn(chat)).toEqual([])
    expect((await desk.chatOf('v')).id).toBe(chat.id)
  })

  test('a bot’s chat is closed as the bot’s, without a text in silence', async () => {
    const { bot } = await makeBot(app.services, { accountId: desk.account.id })
    await app.services.db.channel.update({ where: { id: desk.channel.id }, data: { botId: bot.id } })
    await setUp([{ kind: 'CLOSING', texts: [] }])
    await desk.say('b', 'Hello')
    const chat = await desk.chatOf('b')
    await app.services.db.message.create({
      data: { accountId: chat.accountId, chatId: chat.id, seq: 2, author: 'BOT', type: 'TEXT', text: 'Hi' },
    })
    await app.services.db.chat.update({ where: { id: chat.id }, data: { lastSeq: 2, unansweredSince: null } })
    await age(chat, 5)
    await send()
    expect(await sentIn(chat)).toEqual([])
    expect(await closed(chat)).toEqual({ outcome: 'BOT' })
  })
})

test('a chat in which only automatic messages answered was missed', async () => {
  await setUp([{ kind: 'GREETING', delaySeconds: 0 }])
  await desk.say('m', 'Hello')
  const chat = await desk.chatOf('m')
  await send()
  await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', chat.id) })
  const archived = await app.services.db.archivedChat.findUnique({ where: { chatId: chat.id } })
  expect(archived?.outcome).toBe('MISSED')
})

test('one that is switched off, or of a paused channel, is not sent', async () => {
  const id = globalId('Channel', desk.channel.id)
  await desk.say('v', 'Hello')
  const chat = await desk.chatOf('v')
  await mutate(desk.admin.execute, 'pauseChannel', { id })
  await setUp([{ kind: 'GREETING', delaySeconds: 0 }])
  await send()
  const off = {
    kind: 'GREETING',
    enabled: false,
    delaySeconds: 0,
    texts: [{ language: 'en', text: 'Hello' }],
  }
  await mutate(desk.admin.execute, 'updateChannel', { id, automaticMessages: [off] })
  await mutate(desk.admin.execute, 'resumeChannel', { id })
  await send()
  expect(await sentIn(chat)).toEqual([])
})

test('admins read what they have set up, the audit log too, and operators do not', async () => {
  await setUp([{ kind: 'GREETING', delaySeconds: 3 }])
  const query =
    'query ($id: ID!) { channel(id: $id) { automaticMessages { kind enabled delaySeconds texts { language text } } } }'
  const variables = { id: globalId('Channel', desk.channel.id) }
  const { data } = await desk.admin.execute(query, variables)
  expect(data.channel.automaticMessages).toEqual([
    { kind: 'GREETING', enabled: true, delaySeconds: 3, texts: [{ language: 'en', text: 'GREETING' }] },
  ])
  expect((await desk.operators[0].execute(query, variables)).data.channel.automaticMessages).toBeNull()
  const audit = await desk.admin.execute('{ auditEntries { nodes { action changes { field } } } }')
  expect(audit.data.auditEntries.nodes[0]).toEqual({
    action: 'CHANNEL_UPDATED',
    changes: [{ field: 'automaticMessages' }],
  })
})

test.each([
  [{ delaySeconds: 601 }, 'delaySeconds'],
  [{ delaySeconds: -1 }, 'delaySeconds'],
  [{ texts: [] }, 'texts'],
  [{ texts: [{ language: 'English!', text: 'Hello' }] }, 'texts.0.language'],
  [{ texts: [{ language: 'en', text: ' ' }] }, 'texts.0.text'],
  [{ texts: [{ language: 'en', text: 'x'.repeat(1_001) }] }, 'texts.0.text'],
  [{ texts: ['en', 'EN'].map((language) => ({ language, text: 'Hello' })) }, 'texts'],
  [{ kind: 'NOBODY_FREE', delaySeconds: 4 }, 'delaySeconds'],
])('%j is refused at %s', async (change, field) => {
  const message = {
    kind: 'GREETING',
    enabled: true,
    delaySeconds: 0,
    texts: [{ language: 'en', text: 'Hello' }],
  }
  const input = { id: globalId('Channel', desk.channel.id), automaticMessages: [{ ...message, ...change }] }
  const { userErrors } = await mutate(desk.admin.execute, 'updateChannel', input)
  expect(userErrors).toMatchObject([{ field: ['input', 'automaticMessages', '0', ...field.split('.')] }])
})

test.each([
  [['de'], 'Hallo'],
  [['de-CH'], 'Hallo'],
  [['pt-PT'], 'Olá'],
  [['fr', 'de'], 'Hallo'],
  [['fr'], 'Hello'],
  [[null], 'Hello'],
])('a visitor who reads %j gets %s', (languages, text) => {
  const texts = [
    { language: 'en', text: 'Hello' },
    { language: 'de', text: 'Hallo' },
    { language: 'pt-BR', text: 'Olá' },
  ]
  expect(pickText(texts, languages)).toBe(text)
})

test('a chat whose message cannot be sent keeps none of the others waiting', async () => {
  await setUp([{ kind: 'GREETING', delaySeconds: 0 }])
  await desk.say('broken', 'Hello')
  const broken = await desk.chatOf('broken')
  await age(broken, 1)
  await desk.say('v', 'Hello')
  const { db } = app.services
  await db.$executeRawUnsafe(`
    CREATE FUNCTION refuse_sent() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`)
  await db.$executeRawUnsafe(`
    CREATE TRIGGER refuse_sent BEFORE INSERT ON "SentAutomaticMessage"
    FOR EACH ROW WHEN (NEW."chatId" = '${broken.id}') EXECUTE FUNCTION refuse_sent()`)
  try {
    await send()
    expect(await sentIn(broken)).toEqual([])
    expect(await sentIn(await desk.chatOf('v'))).toEqual(['GREETING'])
  } finally {
    await db.$executeRawUnsafe('DROP FUNCTION refuse_sent() CASCADE')
  }
  await send()
  expect(await sentIn(broken)).toEqual(['GREETING'])
})

test('hundreds of chats that one account wants closed delay no greeting, neither its own nor that of another', async () => {
  await setUp([
    { kind: 'GREETING', delaySeconds: 0 },
    { kind: 'CLOSING', delaySeconds: 60 },
  ])
  const yesterday = new Date(Date.now() - DAY_MS)
  const silent = { lastVisitorSeq: 1, lastSeq: 2, createdAt: yesterday, lastActivityAt: yesterday }
  await makeChats(app.services.db, desk, 250, { status: 'QUEUED', ...silent })
  await desk.say('own', 'Hello')
  const own = await desk.chatOf('own')
  desk = await openDesk(app)
  await setUp([{ kind: 'GREETING', delaySeconds: 0 }])
  await desk.say('other', 'Hello')
  await send()
  expect([await sentIn(own), await sentIn(await desk.chatOf('other'))]).toEqual([['GREETING'], ['GREETING']])
})
