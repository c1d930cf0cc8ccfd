import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { makeBot } from '../support/bots.ts'
import { recordStatements } from '../support/count-statements.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'
import { untilLocked } from '../support/until-locked.ts'
import { whileHeld } from '../support/while-held.ts'
import {
  type BotCast,
  type BotStage,
  castBot,
  openStage,
  post,
  readChat,
  type SentEvent,
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

const answer = (answerer: Parameters<BotStage['bot']['answer']>[0]) =>
  stage.bot.answer(answerer, `/${cast.token}`)
const reply = (further: object = {}) => ({
  event: 'BOT_MESSAGE',
  message: { type: 'TEXT', text: 'Here I am.' },
  ...further,
})
const items = (count: number) =>
  until(async () => {
    const found = await stage.services.db.outboxItem.findMany({
      where: { receiverId: cast.bot.id, event: 'CLIENT_MESSAGE' },
      include: { log: { orderBy: { startedAt: 'asc' } } },
      orderBy: { position: 'asc' },
    })
    expect(found.map(({ state }) => state)).toEqual(Array.from({ length: count }, () => 'SENT'))
    return found
  })
const received = () =>
  stage.services.db.incomingBotEvent.findMany({
    where: { botId: cast.bot.id },
    orderBy: { position: 'asc' },
  })
const said = async () =>
  (await readChat(stage, cast)).messages.filter(({ author }) => author === 'BOT').map(({ text }) => text)

test.for<[string, unknown]>([
  ['another number', '4711'],
  ['an object with a toString of its own', { toString: 1 }],
])('a reply in the body of an answer that names %s as its chat is not shown', async ([, chat_id]) => {
  answer({ body: reply({ chat_id }) })
  await write(stage, cast)
  const [item] = await items(1)
  expect(item?.log).toHaveLength(1)
  expect(item?.note).toBe('The event in the answer belongs to another conversation.')
  expect(await said()).toEqual([])
})

test('a reply in the body of an answer is stored with the attempt in one statement, and delivered', async () => {
  answer({ body: reply() })
  const statements = await recordStatements(async () => {
    await write(stage, cast)
    await items(1)
  })
  const logging = statements.filter((sql) => sql.includes('INSERT INTO "IncomingBotEvent"'))
  expect(logging).toEqual([expect.stringContaining('INSERT INTO "OutboxAttempt"')])
  const toVisitor = ({ path }: { path: string }) => path.includes(cast.channel.publicId)
  await until(() => expect(stage.client.requests.filter(toVisitor)).toHaveLength(1))
})

/** What a question and its answer leave in the store, with names for ids. */
async function traces(question: string): Promise<unknown> {
  const { db } = stage.services
  const [asked, answered] = await db.message.findMany({
    where: { accountId: cast.accountId, seq: { gte: (await messageOf(question)).seq } },
    orderBy: { seq: 'asc' },
    take: 2,
  })
  if (!asked || !answered) throw new Error('The question has no answer.')
  const chat = await db.chat.findUniqueOrThrow({ where: { id: answered.chatId } })
  const where = { messageId: { in: [asked.id, answered.id] } }
  const order = { orderBy: { position: 'asc' } } as const
  const item = await db.outboxItem.findFirstOrThrow({
    where: { messageId: asked.id },
    include: { log: true },
  })
  const delivery = await db.outboxItem.findFirstOrThrow({ where: { messageId: answered.id } })
  const incoming = await db.incomingBotEvent.findMany({ where, ...order })
  const events = await db.event.findMany({
    where: { messageId: answered.id, kind: 'MESSAGE_CREATED' },
  })
  const { bot, channel, accountId } = cast
  const names = {
    ...{ [asked.id]: 'asked', [answered.id]: 'answered', [item.id]: 'item', [chat.id]: 'chat' },
    ...{ [bot.id]: 'bot', [channel.id]: 'channel', [accountId]: 'account', [chat.visitorId]: 'visitor' },
  }
  return anonymous({ answered, chat, item, delivery: delivery.lane, incoming, events }, names)
}

const messageOf = (text: string) =>
  stage.services.db.message.findFirstOrThrow({ where: { accountId: cast.accountId, text } })

/** Times, and what is counted, are not compared. */
function anonymous(value: unknown, names: Record<string, string>): unknown {
  if (value instanceof Date) return 'time'
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (typeof value === 'bigint' || typeof value === 'number') return 'counted'
  if (typeof value === 'string')
    return Object.entries(names).reduce((text, [id, name]) => text.replaceAll(id, name), value)
  if (Array.isArray(value)) return value.map((one) => anonymous(one, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      (key === 'id' && !(String(one) in names)) || key === 'payload' ? 'its own' : anonymous(one, names),
    ]),
  )
}

test.each([
  ['without an id', {}],
  ['with an id', { id: 'reply' }],
  [
    'with buttons too many',
    {
      message: {
        ...{ type: 'BUTTONS', title: 'Which?', text: 'Which one?' },
        buttons: ['1', '2', '3', '4'].map((id) => ({ id, text: `Number ${id}` })),
      },
    },
  ],
])('a reply %s leaves the same, whether an answer got lost shortly before or not', async (_name, further) => {
  const question = 'Which way?'
  const converse = async ({ loses }: { loses: boolean }) => {
    let attempts = 0
    answer(({ json }) => {
      if ((json as SentEvent).message.text === question) return { body: reply(further) }
      attempts += 1
      return loses && attempts === 1 ? { close: true } : { body: {} }
    })
    await write(stage, cast, { text: 'Are you there?' })
    await items(1)
    const statements = await recordStatements(async () => {
      await write(stage, cast, { text: question })
      await items(2)
    })
    // What is done in one statement is tried so first.
    expect(statements.filter((sql) => sql.includes('INSERT INTO "IncomingBotEvent"'))).toHaveLength(
      loses ? 2 : 1,
    )
    return traces(question)
  }
  const atOnce = await converse({ loses: false })
  cast = await castBot(stage)
  expect(await converse({ loses: true })).toEqual(atOnce)
})

test.each([
  [
    'accepted by an operator',
    async () => {
      const { id } = await readChat(stage, cast)
      await mutate(cast.asOperator, 'acceptChat', { chatId: globalId('Chat', id) })
    },
    ['BOT_REPLY_LATE'],
  ],
  [
    'given to the operators, because the bot is disconnected',
    async () => {
      await mutate(cast.asAdmin, 'disconnectBot', { id: globalId('Bot', cast.bot.id) })
    },
    [],
  ],
] as const)(
  'a reply to a chat that was %s meanwhile is not shown to the visitor',
  async (_name, change, later) => {
    answer(async () => {
      await change()
      return { body: reply() }
    })
    await write(stage, cast)
    await items(1)
    expect(await said()).toEqual([])
    const { messages } = await readChat(stage, cast)
    const kinds = messages.flatMap(({ notice }) => (notice ? [(notice as { kind: string }).kind] : []))
    expect(kinds).toEqual(expect.arrayContaining([...later]))
  },
)

/** Has the chat's row held by a statement until another waits for it. */
async function held(work: () => Promise<unknown>): Promise<void> {
  const { db } = stage.services
  const { id } = await readChat(stage, cast)
  await whileHeld(db, Prisma.sql`SELECT id FROM "Chat" WHERE id = ${id}::uuid FOR UPDATE`, work)
}

test('a reply that waits while the chat leaves the bot is late', async () => {
  let respond = (_body: object) => {}
  const asked = new Promise<void>((resolve) => {
    answer((_request, response) => {
      respond = (body) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      resolve()
    })
  })
  await write(stage, cast)
  await asked
  const { db } = stage.services
  const { id } = await readChat(stage, cast)
  const taken = Prisma.sql`UPDATE "Chat" SET status = 'QUEUED', revision = revision + 1 WHERE id = ${id}::uuid RETURNING id`
  await whileHeld(db, taken, async () => {
    respond(reply())
    await untilLocked(db, 'heard AS MATERIALIZED')
  })
  await items(1)
  expect(await said()).toEqual([])
  expect(await received()).toMatchObject([{ state: 'LATE' }])
})

test.each(['posted', 'returned'])(
  'of a reply that comes twice at one moment, %s first, one is shown',
  async (first) => {
    let respond = () => {}
    const twin = () => reply({ id: 'twin' })
    const asked = new Promise<void>((resolve) => {
      answer((_request, response) => {
        respond = () =>
          void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(twin()))
        resolve()
      })
    })
    await write(stage, cast)
    await asked
    const { db } = stage.services
    const { number } = await readChat(stage, cast)
    let posted: Promise<unknown> = Promise.resolve()
    const ways = {
      async posted() {
        posted = post(cast.inbound, { ...twin(), chat_id: String(number) })
        await untilLocked(db, 'WITH picked AS')
      },
      async returned() {
        respond()
        await untilLocked(db, 'heard AS MATERIALIZED')
      },
    }
    await held(async () => {
      await (first === 'posted' ? ways.posted() : ways.returned())
      await (first === 'posted' ? ways.returned() : ways.posted())
    })
    await posted
    await items(1)
    expect(await said()).toEqual(['Here I am.'])
    expect((await received()).map(({ state }) => state)).toEqual(['RECEIVED', 'REPEATED'])
  },
)

test('a reply is in the log of the bot that gave it, even if the chat has another one by then', async () => {
  const { db } = stage.services
  const { bot: other } = await makeBot(stage.services, { accountId: cast.accountId })
  answer(async () => {
    await db.chat.updateMany({ where: { accountId: cast.accountId }, data: { botId: other.id } })
    return { body: reply() }
  })
  await write(stage, cast)
  await items(1)
  expect(await received()).toMatchObject([{ state: 'RECEIVED' }])
})

test('a reply to an attempt that somebody else has recorded is not shown, but its attempt is logged', async () => {
  answer(async () => {
    await stage.services.db.outboxItem.updateMany({
      where: { receiverId: cast.bot.id },
      data: { state: 'SENT', attempts: 1, finishedAt: new Date() },
    })
    return { body: reply() }
  })
  await write(stage, cast)
  await until(async () => expect(await items(1)).toMatchObject([{ log: [{ status: 200 }] }]))
  expect(await said()).toEqual([])
  expect(await received()).toEqual([])
})

test('of many replies that come at once, each is shown once in its chat, and one whose chat is held holds up nobody', async () => {
  const count = 20
  const waiting: (() => void)[] = []
  answer(async ({ json }) => {
    const { client_id } = json as { client_id: string }
    const all = new Promise<void>((resolve) => waiting.push(resolve))
    // A slow machine may have to ask some of them again.
    if (waiting.length >= count) for (const resolve of waiting) resolve()
    await all
    return { body: reply({ message: { type: 'TEXT', text: `To ${client_id}` } }) }
  })
  const { db } = stage.services
  await write(stage, cast, { visitor: 'held' })
  await until(() => expect(waiting).toHaveLength(1))
  await held(async () => {
    await Promise.all(
      Array.from({ length: count - 1 }, (_, n) => write(stage, cast, { visitor: `visitor-${n}` })),
    )
    await until(async () => {
      const sent = await db.outboxItem.count({
        where: { receiverId: cast.bot.id, event: 'CLIENT_MESSAGE', state: 'SENT' },
      })
      expect(sent).toBe(count - 1)
    })
  })
  await items(count)
  const chats = await db.chat.findMany({
    where: { accountId: cast.accountId },
    include: { visitor: true, messages: { orderBy: { seq: 'asc' } } },
  })
  expect(chats.map(({ messages }) => messages.map(({ text }) => text))).toEqual(
    chats.map(({ visitor }) => ['Hello!', `To ${visitor.number}`]),
  )
})
