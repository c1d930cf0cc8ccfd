import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readRating } from '../../server/domain/automatic-messages/rating-choices.ts'
import { sendAutomaticMessages } from '../../server/domain/automatic-messages/send-automatic-messages.ts'
import type { Chat } from '../../server/generated/prisma/client.ts'
import { type ClientServer, openClientServer, settled, textOf } from '../support/client-server.ts'
import { type Desk, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { until } from '../support/until.ts'
import { makeWidget } from '../support/widget.ts'
import { openCrm } from '../webhooks/support.ts'

type App = Awaited<ReturnType<typeof startSwitchboard>>

let app: App
let client: ClientServer
let desk: Desk
beforeAll(async () => {
  app = await startSwitchboard()
})
afterAll(() => app.close())
beforeEach(async () => {
  client = await openClientServer(app)
  desk = client.desk
})

const ASKED = 'How was it?\n\n1 👍\n2 👎'
const request = {
  kind: 'RATING_REQUEST',
  enabled: true,
  delaySeconds: 0,
  texts: [{ language: 'en', text: 'How was it?' }],
}

const send = () => sendAutomaticMessages(app.services)

function turnOn({ admin, channel }: Desk = desk, change: object = {}) {
  const input = { id: globalId('Channel', channel.id), automaticMessages: [{ ...request, ...change }] }
  return mutate(admin.execute, 'updateChannel', input)
}

function close({ id }: Pick<Chat, 'id'>, { operators: [operator] }: Desk = desk) {
  return mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', id) })
}

/** A visitor's chat that an operator has answered. */
async function answered(visitor: string | number, on: Desk = desk): Promise<Chat> {
  await on.say(visitor, 'Hello')
  const chat = await on.chatOf(visitor)
  await reply(on.operators[0], chat.id, 'Hi')
  return chat
}

/** The same, after its end, and the visitor has been asked. */
async function asked(visitor: string | number, on: Desk = desk): Promise<Chat> {
  const chat = await answered(visitor, on)
  await close(chat, on)
  await send()
  expect(await requestsIn(chat)).toEqual([ASKED])
  return chat
}

async function requestsIn({ id }: Pick<Chat, 'id'>): Promise<(string | null)[]> {
  const where = { chatId: id, type: 'AUTOMATIC' } as const
  return (await app.services.db.message.findMany({ where })).map(({ text }) => text)
}

const ratingOf = async ({ id }: Pick<Chat, 'id'>) =>
  (await app.services.db.chat.findUniqueOrThrow({ where: { id } })).rating

const chatsOf = ({ visitorId }: Pick<Chat, 'visitorId'>) =>
  app.services.db.chat.findMany({ where: { visitorId }, orderBy: { number: 'asc' } })

const ratingsTold = ({ id: chatId }: Pick<Chat, 'id'>) =>
  app.services.db.event.findMany({ where: { chatId, kind: 'CHAT_RATED' } })

/** What the visitor has written in their open chat. */
async function saidIn({ id }: Pick<Chat, 'id'>): Promise<(string | null)[]> {
  const where = { chatId: id, author: 'VISITOR' } as const
  const messages = await app.services.db.message.findMany({ where, orderBy: { seq: 'asc' } })
  return messages.map(({ text }) => text)
}

describe('after the end of a chat', () => {
  beforeEach(() => turnOn())

  test('the client gets the question with numbered answers, once, and the chat stays closed and answered', async () => {
    const chat = await answered(7)
    await send()
    expect(await requestsIn(chat)).toEqual([])
    await close(chat)
    await Promise.all([send(), send(), send()])
    await send()
    expect(await requestsIn(chat)).toEqual([ASKED])
    const message = await app.services.db.message.findFirstOrThrow({
      where: { chatId: chat.id, type: 'AUTOMATIC' },
    })
    await settled(app, message.id, 'SENT')
    expect(client.receiver.requests.map(textOf)).toEqual(['Hi', ASKED])
    const { status, preview } = await app.services.db.chat.findUniqueOrThrow({ where: { id: chat.id } })
    expect({ status, preview }).toEqual({ status: 'CLOSED', preview: 'Hi' })
    const archived = await app.services.db.archivedChat.findUniqueOrThrow({ where: { chatId: chat.id } })
    expect(archived.outcome).toBe('ANSWERED')
  })

  test('it is also sent where silence closes the chat', async () => {
    const chat = await answered('silent')
    await mutate(desk.operators[0].execute, 'leaveChat', { chatId: globalId('Chat', chat.id) })
    await turnOn(desk, { kind: 'CLOSING', delaySeconds: 60, texts: [] })
    const before = new Date(Date.now() - 5 * 60_000)
    await app.services.db.chat.update({ where: { id: chat.id }, data: { lastActivityAt: before } })
    await send()
    expect(await requestsIn(chat)).toEqual([ASKED])
  })

  test('nobody is asked about a chat that was missed, that the visitor took no part in, or that is long over', async () => {
    await desk.say('missed', 'Hello')
    const missed = await desk.chatOf('missed')
    const { visitorId } = missed
    await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', missed.id) })
    const input = {
      idempotencyKey: crypto.randomUUID(),
      visitorId: globalId('Visitor', visitorId),
      text: 'A word',
    }
    await mutate(desk.operators[0].execute, 'startChat', input)
    const written = await desk.chatOf('missed')
    await close(written)
    const old = await answered('old')
    await close(old)
    const closedAt = new Date(Date.now() - 11 * 60_000)
    await app.services.db.chat.update({ where: { id: old.id }, data: { closedAt } })
    await send()
    for (const chat of [missed, written, old]) expect(await requestsIn(chat)).toEqual([])
  })

  test('nobody is asked who writes again, is blacklisted, or whose channel is paused', async () => {
    // The worker asks, too, as soon as a chat is closed.
    await turnOn(desk, { enabled: false })
    const [again, blacklisted, other] = [
      await answered('again'),
      await answered('blacklisted'),
      await answered('other'),
    ]
    for (const chat of [again, blacklisted, other]) await close(chat)
    await desk.say('again', 'One more thing')
    const id = globalId('Visitor', blacklisted.visitorId)
    await mutate(desk.admin.execute, 'blacklistVisitor', { id, reason: 'Spam' })
    await turnOn()
    await send()
    for (const chat of [again, blacklisted]) expect(await requestsIn(chat)).toEqual([])
    await until(async () => expect(await requestsIn(other)).toEqual([ASKED]))

    await turnOn(desk, { enabled: false })
    const paused = await answered('paused')
    await close(paused)
    await mutate(desk.admin.execute, 'pauseChannel', { id: globalId('Channel', desk.channel.id) })
    await turnOn()
    await send()
    expect(await requestsIn(paused)).toEqual([])
  })
})

describe('what the visitor answers', () => {
  beforeEach(() => turnOn())

  test.each([
    ['1', 'POSITIVE'],
    [' 1. ', 'POSITIVE'],
    ['1️⃣', 'POSITIVE'],
    ['１', 'POSITIVE'],
    ['١', 'POSITIVE'],
    ['👍🏽', 'POSITIVE'],
    ['1 👍', 'POSITIVE'],
    ['2)', 'NEGATIVE'],
    ['👎', 'NEGATIVE'],
    ['2\n👎', 'NEGATIVE'],
    ['3', null],
    ['12', null],
    ['1 👎', null],
    ['1 more question', null],
    ['', null],
  ])('%j is %s', (text, rating) => expect(readRating(text)).toBe(rating))

  test('rates the chat as a rating of the widget does, with its event, webhook and receipt, and opens none', async () => {
    const crm = await openCrm(app, { events: ['CHAT_RATED'] })
    await turnOn(crm.desk)
    const chat = await asked('v', crm.desk)
    const id = await crm.desk.say('v', '2')
    await crm.waitFor('chat_rated')
    expect(crm.bodies('chat_rated')).toMatchObject([{ chat_id: chat.number, chat: { rate: 'negative' } }])
    expect(await ratingsTold(chat)).toMatchObject([
      { actorType: 'VISITOR', actorId: chat.visitorId, data: { rating: 'NEGATIVE', comment: null } },
    ])
    expect(await chatsOf(chat)).toMatchObject([{ status: 'CLOSED', rating: 'NEGATIVE', lastVisitorSeq: 1 }])
    const receipt = await fetch(`${app.url}${crm.desk.channel.path}/messages/${id}`)
    expect(await receipt.json()).toMatchObject({ message_id: id, state: 'received' })
  })

  test('counts once: the same again changes nothing, the other one opens a chat as anything else does', async () => {
    const chat = await asked('v')
    const before = await desk.say('v', '1')
    const { ratedAt } = await app.services.db.chat.findUniqueOrThrow({ where: { id: chat.id } })
    expect(await desk.say('v', '👍')).not.toBe(before)
    expect(await ratingsTold(chat)).toHaveLength(1)
    expect(await chatsOf(chat)).toMatchObject([{ rating: 'POSITIVE', ratedAt }])
    await desk.say('v', '2')
    expect(await saidIn(await desk.chatOf('v'))).toEqual(['2'])
    expect(await ratingOf(chat)).toBe('POSITIVE')
    // Long after, it is no repetition.
    const other = await asked('other')
    await desk.say('other', '1')
    const earlier = new Date(Date.now() - 11 * 60_000)
    await app.services.db.chat.update({ where: { id: other.id }, data: { ratedAt: earlier } })
    await desk.say('other', '1')
    expect(await saidIn(await desk.chatOf('other'))).toEqual(['1'])
  })

  test('anything else opens a chat and ends the wait, also when that chat is over', async () => {
    const chat = await asked('v')
    await desk.say('v', 'Thank you')
    const next = await desk.chatOf('v')
    await desk.say('v', '1')
    expect(await saidIn(next)).toEqual(['Thank you', '1'])
    await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', next.id) })
    await desk.say('v', '1')
    expect(await saidIn(await desk.chatOf('v'))).toEqual(['1'])
    expect([await ratingOf(chat), await ratingOf(next)]).toEqual([null, null])
  })

  test('two at once: one of two answers counts and the other opens a chat; of the same two, both are the rating', async () => {
    const chat = await asked('both')
    await Promise.all([desk.say('both', '1'), desk.say('both', '2')])
    const rating = await ratingOf(chat)
    expect(await ratingsTold(chat)).toHaveLength(1)
    expect(await saidIn(await desk.chatOf('both'))).toEqual([rating === 'POSITIVE' ? '2' : '1'])
    const other = await asked('same')
    await Promise.all([desk.say('same', '1'), desk.say('same', '1')])
    expect(await ratingsTold(other)).toHaveLength(1)
    expect(await chatsOf(other)).toHaveLength(1)
  })

  test('an answer and another message at once: it is the rating, or a message of the one new chat, never both', async () => {
    const chat = await asked('v')
    await Promise.all([desk.say('v', '1'), desk.say('v', 'Hello again')])
    const said = (await saidIn(await desk.chatOf('v'))).sort()
    const expected = (await ratingOf(chat)) === 'POSITIVE' ? ['Hello again'] : ['1', 'Hello again']
    expect(said).toEqual(expected)
    expect(await chatsOf(chat)).toHaveLength(2)
  })

  test('a request that is repeated with its key gets the first answer again, whatever happened since', async () => {
    const chat = await asked('v')
    const body = { sender: { id: 'v' }, message: { type: 'text', text: '1' } }
    const post = async () => (await desk.post(body, { 'idempotency-key': 'rating-1' })).json()
    const [first, second] = await Promise.all([post(), post()])
    expect(second).toEqual(first)
    await desk.say('v', 'Thank you')
    expect(await post()).toEqual(first)
    expect(await ratingsTold(chat)).toHaveLength(1)
    expect(await saidIn(await desk.chatOf('v'))).toEqual(['Thank you'])
  })

  test('the wait is over after a day, and where an operator has continued the chat', async () => {
    const late = await asked('late')
    const createdAt = new Date(Date.now() - 25 * 60 * 60_000)
    await app.services.db.sentAutomaticMessage.updateMany({ where: { chatId: late.id }, data: { createdAt } })
    await desk.say('late', '1')
    expect(await saidIn(await desk.chatOf('late'))).toEqual(['1'])
    const continued = await asked('continued')
    const input = {
      idempotencyKey: crypto.randomUUID(),
      visitorId: globalId('Visitor', continued.visitorId),
      text: 'I found it',
    }
    await mutate(desk.operators[0].execute, 'startChat', input)
    await desk.say('continued', '1')
    expect(await saidIn(await desk.chatOf('continued'))).toEqual(['1'])
    expect([await ratingOf(late), await ratingOf(continued)]).toEqual([null, null])
  })

  test('whoever was merged into another answers about the last chat of both, under either id', async () => {
    const first = await asked('one')
    const last = await asked('two')
    const input = {
      survivorId: globalId('Visitor', first.visitorId),
      mergedId: globalId('Visitor', last.visitorId),
    }
    expect((await mutate(desk.admin.execute, 'mergeVisitors', input)).userErrors).toEqual([])
    await desk.say('one', '1')
    expect([await ratingOf(first), await ratingOf(last)]).toEqual([null, 'POSITIVE'])
    expect(await chatsOf(first)).toHaveLength(2)
  })

  test('of a blacklisted visitor nothing is stored, and an erased one is a stranger', async () => {
    const chat = await asked('blacklisted')
    const blacklisted = { id: globalId('Visitor', chat.visitorId), reason: 'Spam' }
    await mutate(desk.admin.execute, 'blacklistVisitor', blacklisted)
    await desk.say('blacklisted', '1')
    expect(await chatsOf(chat)).toMatchObject([{ rating: null }])
    const erased = await asked('erased')
    await mutate(desk.admin.execute, 'eraseVisitor', { id: globalId('Visitor', erased.visitorId) })
    await desk.say('erased', '1')
    expect(await saidIn(await desk.chatOf('erased'))).toEqual(['1'])
  })

  test('it still counts when the requests were turned off meanwhile', async () => {
    const chat = await asked('v')
    await turnOn(desk, { enabled: false })
    await desk.say('v', '1')
    expect(await ratingOf(chat)).toBe('POSITIVE')
  })
})

test('a widget, which has a rating of its own, cannot have one', async () => {
  const { id } = await makeWidget(app.services, { accountId: desk.account.id, operatorIds: [] })
  const channel = { ...desk.channel, id }
  const { userErrors } = await turnOn({ ...desk, channel })
  expect(userErrors).toMatchObject([
    { code: 'INVALID', field: ['input', 'automaticMessages', '0', 'kind'], message: expect.any(String) },
  ])
  expect(await app.services.db.automaticMessage.count({ where: { channelId: id } })).toBe(0)
})
