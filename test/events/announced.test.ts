import { afterAll, beforeAll, expect, test } from 'vitest'
import { topics } from '../../server/events/bus.ts'
import { translateEarlierKinds } from '../../server/events/earlier-kinds.ts'
import { encodeLiveEvent, fromLog, type LiveEvent, transient } from '../../server/events/live-event.ts'
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

test('what comes on an account’s topic but is another’s, or is not what its envelope says, reaches nobody', async () => {
  const { bus, hub } = stage.services
  const [{ accountId }, other] = [await castBot(stage), await castBot(stage)]
  const told: LiveEvent[] = []
  const follow = (id: string) => hub.follow({ accountId: id }, { tell: (event) => told.push(event) })
  const stops = [await follow(accountId), await follow(other.accountId)]
  const own = transient('VISITOR_TYPING', { accountId, typing: true })
  const text = encodeLiveEvent(own)
  const forged = [
    encodeLiveEvent(transient('VISITOR_TYPING', { accountId: other.accountId, typing: true })),
    text.replace('- - ', '1 - ').replace(own.kind, 'CHAT_UPDATED'),
    text.replace('- - ', `- ${crypto.randomUUID()} `),
  ]
  // In a single process, whoever publishes hears of it.
  for (const payload of forged) await bus.publish(topics.account(accountId), payload).catch(() => {})
  await bus.publish(topics.account(accountId), text)
  await until(() => expect(told).toContainEqual(own))
  expect(told).toEqual([own])
  for (const stop of stops) stop()
})
