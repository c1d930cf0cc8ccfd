import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { type BotCast, type BotStage, castBot, openStage, post, readChat, write } from './support.ts'

let stage: BotStage
let cast: BotCast

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  cast = await castBot(stage)
})

const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`
const answer = (answerer: Parameters<BotStage['bot']['answer']>[0]) =>
  stage.bot.answer(answerer, `/${cast.token}`)
const sentEvents = () =>
  stage.services.db.botEvent.findMany({
    where: { botId: cast.bot.id, direction: 'OUT' },
    orderBy: { position: 'asc' },
  })
const replies = async () =>
  (await readChat(stage, cast)).messages.filter(({ author }) => author === 'BOT').map(({ text }) => text)

test.each([
  ['of 65 levels', 65],
  ['of 8,000 levels, short enough for the log', 8_000],
  ['of 120,000 levels', 120_000],
])('JSON %s is refused as no JSON of ours', async (_name, levels) => {
  const body = `{"event":"BOT_MESSAGE","chat_id":"1","message":{"type":"TEXT","text":"Hi"},"x":${nested(levels)}}`
  expect(await post(cast.inbound, body)).toMatchObject({
    status: 400,
    json: { error: { code: 'invalid_json', message: expect.stringContaining('nested') } },
  })
})

test('JSON that is nested less is taken with whatever it holds, and logged', async () => {
  await write(stage, cast)
  const { number } = await readChat(stage, cast)
  const odd = `{"a\\u0000":"\\u0000","b\\ud83d":["\\udc4d"],"deep":${nested(60)}}`
  const body = `{"event":"BOT_MESSAGE","chat_id":"${number}","id":"\\u0000","message":{"type":"TEXT","text":"Hi"},"x":${odd}}`
  expect((await post(cast.inbound, body)).status).toBe(200)
  expect(await replies()).toEqual(['Hi'])
  const { body: logged } = await stage.services.db.incomingBotEvent.findFirstOrThrow({
    where: { botId: cast.bot.id },
  })
  expect(logged).toMatchObject({ id: '', x: { a: '', 'b\ufffd': ['\ufffd'] } })
})

test('an answer that is nested deeply is a success without an event', async () => {
  answer({
    body: `{"event":"BOT_MESSAGE","message":{"type":"TEXT","text":"Hi"},"x":${nested(30_000)}}`,
  })
  await write(stage, cast)
  await until(async () => expect(await sentEvents()).toMatchObject([{ state: 'SENT', attempts: 1 }]))
  expect(await replies()).toEqual([])
})

test('NUL and halves of characters in answers are recorded and count', async () => {
  answer({ status: 500, body: 'a\u0000b \ud83d' })
  await write(stage, cast)
  await until(async () => expect(await sentEvents()).toMatchObject([{ state: 'FAILED', attempts: 3 }]))
  expect((await readChat(stage, cast)).status).toBe('QUEUED')
})

test('attempts that cannot be recorded count, and the operators get the chat', async () => {
  const { db } = stage.services
  await db.$executeRawUnsafe(`
    CREATE FUNCTION refuse_attempt() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'this cannot be stored'; END $$`)
  await db.$executeRawUnsafe(`
    CREATE TRIGGER refuse BEFORE INSERT ON "OutboxAttempt" FOR EACH ROW
    WHEN (NEW.detail = 'unheard-of') EXECUTE FUNCTION refuse_attempt()`)
  answer({ status: 500, body: 'unheard-of' })
  await write(stage, cast)
  await until(async () => expect((await readChat(stage, cast)).status).toBe('QUEUED'))
  expect(await sentEvents()).toMatchObject([{ state: 'FAILED', attempts: 3 }])
})
