import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../support/patience.ts'
import { until } from '../support/until.ts'
import { type BotStage, castBot, openStage, post, write } from './support.ts'

const CONVERSATIONS = 200

let stage: BotStage

beforeAll(async () => {
  stage = await openStage({ BOT_RATE_LIMIT: '1000', BOT_RATE_BURST: '2000', DATABASE_POOL: '20' })
})
afterAll(() => stage.close())

/** What a busy machine refuses at the door is sent once more, as every program should. */
function untilTaken<Answer extends { status: number }>(send: () => Promise<Answer>): Promise<Answer> {
  const take = async () => {
    const answer = await send()
    expect(answer.status).not.toBe(503)
    return answer
  }
  return vi.waitFor(take, { timeout: PATIENCE_MS, interval: 500 })
}

test('with 200 conversations at once and a bot that fails a third of the time, everybody gets an answer or a hand-off', async () => {
  const cast = await castBot(stage)
  const outcomes = ['answers', 'answers', 'refuses', 'hangs', 'answers', 'answers twice']
  const statuses: number[] = []
  const reply = async (chatId: string, text: string) => {
    const body = { event: 'BOT_MESSAGE', chat_id: chatId, message: { type: 'TEXT', text } }
    statuses.push((await untilTaken(() => post(cast.inbound, body))).status)
  }
  stage.bot.answer(async ({ json }) => {
    const { chat_id, message } = json as { chat_id: string; message: { text: string } }
    const outcome = outcomes[Number(message.text) % outcomes.length]
    if (outcome === 'hangs') return { hang: true }
    if (outcome === 'refuses') return { status: 500 }
    await reply(chat_id, `Answer to ${message.text}`)
    // Its own answer got lost, so that it is asked again and says the same again.
    if (outcome === 'answers twice') return { close: true }
    return { status: 200 }
  }, `/${cast.token}`)
  const numbers = Array.from({ length: CONVERSATIONS }, (_, index) => index)
  const written = await Promise.all(
    numbers.map((number) =>
      untilTaken(() => write(stage, cast, { visitor: randomUUID(), text: String(number) })),
    ),
  )
  expect(written.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
  const { db } = stage.services
  await expect
    .poll(() => db.outboxItem.count({ where: { accountId: cast.accountId, state: 'PENDING' } }), {
      // Some of its attempts hang until their end.
      timeout: 150_000,
      interval: 250,
    })
    .toBe(0)
  const chats = await db.chat.findMany({
    where: { accountId: cast.accountId },
    include: { messages: { orderBy: { seq: 'asc' } } },
  })
  expect(chats).toHaveLength(CONVERSATIONS)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  for (const { messages, status } of chats) {
    const kinds = messages.map(({ author, notice }) => (notice as { kind: string } | null)?.kind ?? author)
    const count = (kind: string) => kinds.filter((each) => each === kind).length
    const outcome = outcomes[Number(messages[0]?.text) % outcomes.length] ?? ''
    const replies = count('BOT') + count('BOT_REPLY_LATE')
    // Whoever was answered was answered once; on a slow machine that may have been after the hand-off.
    expect(replies, kinds.join()).toBe(outcome.startsWith('answers') ? 1 : 0)
    expect(count('BOT_FAILED')).toBe(status === 'QUEUED' ? 1 : 0)
    expect(count('BOT') + count('BOT_FAILED')).toBeGreaterThan(0)
    expect(status).toBe(outcome === 'answers' && count('BOT_FAILED') === 0 ? 'BOT' : 'QUEUED')
  }
})

test('a bot is answered quickly while a hundred others are waited for', async () => {
  const [hanging, quick] = await Promise.all([castBot(stage), castBot(stage)])
  stage.bot.answer({ hang: true }, `/${hanging.token}`)
  stage.bot.answer({ status: 200 }, `/${quick.token}`)
  await write(stage, quick)
  const { number } = await stage.services.db.chat.findFirstOrThrow({ where: { accountId: quick.accountId } })
  const visitors = Array.from({ length: 100 }, () => write(stage, hanging, { visitor: randomUUID() }))
  await Promise.all(visitors)
  await until(() => {
    const asked = stage.bot.requests.filter((request) => request.path === `/${hanging.token}`)
    expect(asked.length).toBeGreaterThanOrEqual(100)
  })
  // Most do not wait for a bot. Only the time tells, so a machine that is busy tries again.
  await until(async () => {
    const durations: number[] = []
    for (let round = 0; round < 50; round++) {
      const start = performance.now()
      const message = { type: 'TEXT', text: `Message ${round}` }
      expect((await post(quick.inbound, { event: 'BOT_MESSAGE', chat_id: number, message })).status).toBe(200)
      durations.push(performance.now() - start)
    }
    expect(durations.sort((a, b) => a - b)[25]).toBeLessThan(1_000)
  })
})
