import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BotProfile } from '../../server/generated/prisma/client.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'
import { type BotStage, castBot, eventsOf, openStage, post, readChat, write } from './support.ts'

const page = readFileSync(new URL('../../docs/bots.md', import.meta.url), 'utf8')
/** The payloads that the page shows: ```json EVENT profile. */
const examples = [...page.matchAll(/```json ([A-Z_]+) ([a-z]+)\n(.*?)```/gs)].map(
  ([, event = '', profile = '', json = '']) => ({ event, profile, payload: JSON.parse(json) }),
)

let stage: BotStage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Names and types of what is in it, in their order. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.entries(value).map(([name, part]) => [name, shapeOf(part)])
}

test.each(['SEED', 'CLASSIC', 'CURRENT'] satisfies BotProfile[])(
  'the page shows every event of the profile %s as it is sent',
  async (profile) => {
    const cast = await castBot(stage, { provider: { profile } })
    const events = (count: number) => until(() => expect(eventsOf(stage, cast)).toHaveLength(count))
    const say = (message: object) =>
      fetch(stage.url + cast.channel.path, {
        method: 'POST',
        body: JSON.stringify({ sender: { id: 7, name: 'Ada', email: 'ada@example.com' }, message }),
      })
    await say({ type: 'text', text: 'Where is my parcel?' })
    await say({ type: 'text', text: 'Yes', button_id: 'y' })
    await events(2)
    const { id, number } = await readChat(stage, cast)
    await post(cast.inbound, { event: 'INVITE_AGENT', chat_id: number })
    await events(3)
    const chatId = globalId('Chat', id)
    await mutate(cast.asOperator, 'sendMessage', {
      idempotencyKey: randomUUID(),
      chatId,
      text: 'I have a look.',
    })
    await mutate(cast.asOperator, 'closeChat', { chatId })
    const isCurrent = profile === 'CURRENT'
    await events(isCurrent ? 6 : 4)
    const sent = eventsOf(stage, cast)
    const shown = examples.filter((example) => example.profile === profile.toLowerCase())
    for (const { event, payload } of shown) {
      expect(sent.filter((each) => each.event === event).map(shapeOf)).toContainEqual(shapeOf(payload))
    }
    const documented = new Set(shown.map(({ event }) => event))
    if (profile !== 'CLASSIC') expect(documented).toEqual(new Set(sent.map(({ event }) => event)))
    else expect(documented).toEqual(new Set(['CLIENT_MESSAGE']))
  },
)

test('what the page has a bot post is taken', async () => {
  const cast = await castBot(stage)
  await write(stage, cast)
  const { number } = await readChat(stage, cast)
  const bodies = [...page.matchAll(/curl -s \$BOT -d '(.*?)'\n/gs)].map(([, json = '']) => JSON.parse(json))
  expect(bodies.map(({ event }) => event)).toEqual([
    ...['BOT_MESSAGE', 'BOT_MESSAGE', 'BOT_MESSAGE'],
    ...['CLIENT_INFO', 'INVITE_AGENT'],
  ])
  for (const body of bodies) expect((await post(cast.inbound, { ...body, chat_id: number })).status).toBe(200)
})
