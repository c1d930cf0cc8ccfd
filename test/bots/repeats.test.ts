import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

const answer = (answerer: Parameters<BotStage['bot']['answer']>[0]) =>
  stage.bot.answer(answerer, `/${cast.token}`)
const sorry = (json: unknown, id?: string) => ({
  event: 'BOT_MESSAGE',
  ...(id && { id }),
  chat_id: (json as { chat_id: string }).chat_id,
  message: { type: 'TEXT', text: 'Sorry?' },
})
/** What a bot must do before its attempt is given up: on a busy machine, once more with another bot. */
const inTime = (scenario: () => Promise<void>) =>
  until(async () => {
    cast = await castBot(stage)
    await scenario()
  })
const replies = async () =>
  (await readChat(stage, cast)).messages.filter(({ author }) => author === 'BOT').map(({ text }) => text)
const received = () =>
  stage.services.db.incomingBotEvent.findMany({
    where: { botId: cast.bot.id },
    orderBy: { position: 'asc' },
  })
const sent = (count: number) =>
  until(async () => {
    const events = await stage.services.db.outboxItem.findMany({
      where: { receiverId: cast.bot.id },
      include: { log: { orderBy: { startedAt: 'asc' } } },
      orderBy: { position: 'asc' },
    })
    expect(events.map(({ state }) => state)).toEqual(Array.from({ length: count }, () => 'SENT'))
    return events
  })

test('after an attempt that was answered with 503 the same fallback is shown for every question', async () => {
  let tries = 0
  answer(async ({ json }) => {
    tries += 1
    if (tries === 1) return { status: 503 }
    expect((await post(cast.inbound, sorry(json))).status).toBe(200)
    return { status: 200 }
  })
  for (const [index, text] of ['One', 'Two', 'Three'].entries()) {
    await write(stage, cast, { text })
    await sent(index + 1)
  }
  expect(await replies()).toEqual(['Sorry?', 'Sorry?', 'Sorry?'])
})

test('a copy that comes late is first counted for the newer question, so that each has its answer', async () => {
  await inTime(async () => {
    let tries = 0
    answer(async ({ json }) => {
      tries += 1
      if (tries === 1) return { close: true }
      await post(cast.inbound, sorry(json))
      return { status: 200 }
    })
    await write(stage, cast, { text: 'One' })
    const [first] = await sent(1)
    expect(first).toMatchObject({ attempts: 2, log: [{ answerLost: true }, { answerLost: false }] })
    await write(stage, cast, { text: 'Two' })
    await sent(2)
    // What the bot made of the attempt whose connection broke.
    const [event] = eventsOf(stage, cast)
    await post(cast.inbound, sorry(event))
    expect(await replies()).toEqual(['Sorry?', 'Sorry?'])
    // No attempt is left that it could come of: the bot says it again.
    await post(cast.inbound, sorry(event))
    expect(await replies()).toEqual(['Sorry?', 'Sorry?', 'Sorry?'])
    const states = (await received()).map(({ state, copyOfId }) => [state, copyOfId])
    expect(states).toEqual([
      ['RECEIVED', null],
      ['RECEIVED', null],
      ['REPEATED', first?.id],
      ['RECEIVED', null],
    ])
  })
})

test.each([
  ['posted and then returned', 'before'],
  ['returned and then posted', 'after'],
  ['posted and returned at the same moment', 'meanwhile'],
])('a reply that is %s is shown once, for every question', async (_name, when) => {
  const posted: Promise<unknown>[] = []
  answer(async ({ json, at }, response) => {
    const reply = sorry(json, `reply-${(json as { id: string }).id}`)
    const send = () => post(cast.inbound, reply)
    if (when === 'before') await send()
    if (when === 'meanwhile') posted.push(send())
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    if (when !== 'after') return
    const returned = async () => {
      const incoming = await received()
      expect(incoming.at(-1)?.createdAt.getTime()).toBeGreaterThanOrEqual(at)
    }
    posted.push(until(returned).then(send))
  })
  for (const [index, text] of ['One', 'Two'].entries()) {
    await write(stage, cast, { text })
    await sent(index + 1)
    await Promise.all(posted)
    await until(async () => expect(await received()).toHaveLength(2 * (index + 1)))
  }
  expect(await replies()).toEqual(['Sorry?', 'Sorry?'])
})

test('a reply that is posted twice with one id is said twice', async () => {
  answer(async ({ json }) => {
    for (let n = 0; n < 2; n++) await post(cast.inbound, sorry(json, 'same'))
    return { status: 200 }
  })
  await write(stage, cast)
  await sent(1)
  expect(await replies()).toEqual(['Sorry?', 'Sorry?'])
})

test('every attempt sends the same bytes, whatever changes between them', async () => {
  cast = await castBot(stage, { provider: { profile: 'CURRENT' } })
  const { db } = stage.services
  answer(async () => {
    await db.visitor.updateMany({ where: { accountId: cast.accountId }, data: { name: `${Date.now()}` } })
    return { status: 500 }
  })
  await write(stage, cast)
  await until(async () => expect((await readChat(stage, cast)).status).toBe('QUEUED'))
  const texts = stage.bot.requests.filter(({ path }) => path === `/${cast.token}`).map(({ text }) => text)
  expect(texts).toHaveLength(3)
  expect(new Set(texts).size).toBe(1)
})

test('the log shows what caused something before what it caused', async () => {
  await inTime(async () => {
    answer(async ({ json }) => {
      const event = json as { event: string; chat_id: string }
      if (event.event === 'CLIENT_MESSAGE') {
        await post(cast.inbound, sorry(json))
        await post(cast.inbound, { event: 'INVITE_AGENT', chat_id: event.chat_id })
      }
      return { status: 200 }
    })
    const id = globalId('Bot', cast.bot.id)
    await write(stage, cast)
    await sent(2)
    await mutate(cast.asAdmin, 'testBot', { id })
    const { data } = await cast.asAdmin(
      'query ($id: ID!) { bot(id: $id) { events(first: 20) { edges { node { kind } } } } }',
      { id },
    )
    const kinds = data.bot.events.edges.map(({ node }: { node: { kind: string } }) => node.kind)
    expect(kinds.reverse()).toEqual([
      ...['CLIENT_MESSAGE', 'BOT_MESSAGE', 'INVITE_AGENT', 'AGENT_UNAVAILABLE'],
      ...['CLIENT_MESSAGE', 'BOT_MESSAGE', 'INVITE_AGENT'],
    ])
  })
})
