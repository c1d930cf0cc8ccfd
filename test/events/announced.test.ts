import { afterAll, beforeAll, expect, test } from 'vitest'
import { translateEarlierKinds } from '../../server/events/earlier-kinds.ts'
import { fromLog, type LiveEvent } from '../../server/events/live-event.ts'
import { type BotStage, castBot, openStage, post, readChat, write } from '../bots/support.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'

let stage: BotStage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('what is announced is what the log says, whoever writes', async () => {
  const { services } = stage
  const cast = await castBot(stage)
  const { accountId, asOperator } = cast
  const announced = new Map<bigint | null, LiveEvent>()
  const stop = await services.hub.follow({ accountId }, { tell: (event) => announced.set(event.id, event) })
  await write(stage, cast, { text: 'Hello' })
  await write(stage, cast, { text: 'Is anybody there?' })
  const { id, number } = await readChat(stage, cast)
  const message = { type: 'TEXT', text: 'I am, and I am a bot.' }
  expect((await post(cast.inbound, { event: 'BOT_MESSAGE', chat_id: number, message })).status).toBe(200)
  const chatId = globalId('Chat', id)
  await mutate(asOperator, 'acceptChat', { chatId })
  await mutate(asOperator, 'sendMessage', { chatId, idempotencyKey: crypto.randomUUID(), text: 'So am I.' })
  await write(stage, cast, { text: 'Thank you both.' })
  await mutate(asOperator, 'closeChat', { chatId })
  await until(async () => {
    const stored = await services.db.event.findMany({ where: { accountId }, orderBy: { id: 'asc' } })
    const rows = await translateEarlierKinds(services.db, stored)
    const told = rows.map((row) => ({ ...announced.get(row.id), snapshot: {} }))
    expect(told).toEqual(rows.map((row) => fromLog(row)))
    const authors = rows.filter(({ kind }) => kind === 'MESSAGE_CREATED').map(({ actorType }) => actorType)
    expect(new Set(authors)).toEqual(new Set(['VISITOR', 'BOT', 'OPERATOR', 'SYSTEM']))
    expect(rows.map(({ kind }) => kind)).toContain('CHAT_CLOSED')
  })
  stop()
})
