import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { type BotStage, castBot, openStage, post, readChat, write } from './support.ts'

/** A member with this name makes something else of an object that is copied member by member. */
const HOSTILE = '"__proto__":{"type":"BUTTONS","text":"Hostile","toString":1,"__proto__":null}'

let stage: BotStage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a bot may send members named __proto__, at the top and within its message', async () => {
  const cast = await castBot(stage)
  await write(stage, cast)
  const { number } = await until(() => readChat(stage, cast))
  const bodies = [
    `{"event":"BOT_MESSAGE","chat_id":${number},"message":{"type":"TEXT","text":"One"},${HOSTILE}}`,
    `{"event":"BOT_MESSAGE","chat_id":${number},"message":{"type":"TEXT","text":"Two",${HOSTILE}}}`,
    `{"event":"BOT_MESSAGE","chat_id":${number},"message":{"type":"BUTTONS","title":"Three","text":"Three","buttons":[{"id":"1","text":"Yes",${HOSTILE}}]}}`,
    `{"event":"CLIENT_INFO","chat_id":${number},"client_info":{"name":"Ada",${HOSTILE}}}`,
  ]
  for (const body of bodies) expect(await post(cast.inbound, body), body).toMatchObject({ status: 200 })
  const { messages } = await readChat(stage, cast)
  expect(messages.filter(({ author }) => author === 'BOT').map(({ text }) => text)).toEqual([
    'One',
    'Two',
    'Three',
  ])
})

test('an event that is refused is refused as it would be without them', async () => {
  const cast = await castBot(stage)
  for (const member of ['"__proto__":null', `"deep":{"__proto__":null}`, HOSTILE]) {
    expect(await post(cast.inbound, `{${member}}`)).toMatchObject({ status: 400 })
    expect(await post(cast.inbound, `{"event":"UNKNOWN",${member}}`)).toMatchObject({ status: 405 })
    const elsewhere = `{"event":"INVITE_AGENT","chat_id":"4711",${member}}`
    expect(await post(cast.inbound, elsewhere)).toMatchObject({ status: 404 })
  }
})

test('a client may send them too', async () => {
  const { channel, ...cast } = await castBot(stage)
  for (const text of ['One', 'Two']) {
    const body = `{${HOSTILE},"sender":{"id":"7",${HOSTILE}},"message":{"type":"text","text":"${text}",${HOSTILE}}}`
    expect((await fetch(stage.url + channel.path, { method: 'POST', body })).status).toBe(200)
  }
  const { messages } = await readChat(stage, { channel, ...cast })
  expect(messages.map(({ text }) => text)).toEqual(['One', 'Two'])
})
