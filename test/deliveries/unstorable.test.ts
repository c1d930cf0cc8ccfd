import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { openClientServer, settled, textOf } from '../support/client-server.ts'
import { hurriedKinds } from '../support/hurried-kinds.ts'
import { startSwitchboard } from '../support/switchboard.ts'

let app: TestApp
beforeAll(async () => {
  app = await startSwitchboard({}, hurriedKinds)
})
afterAll(() => app.close())

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe.concurrent('an answer that no database keeps as it is', () => {
  test.each([
    ['NUL in its code', '{"error":{"code":"a\\u0000b","message":"No"}}', 200, 'ab', 'No'],
    ['NUL in its message', '{"error":{"code":"no","message":"N\\u0000o"}}', 200, 'no', 'No'],
    ['half a character in its code', '{"error":{"code":"a\\ud83d","message":"No"}}', 400, 'a\ufffd', 'No'],
    [
      'nothing but NUL in its code',
      '{"error":{"code":"\\u0000","message":"No"}}',
      200,
      'client_rejected',
      'No',
    ],
    ['NUL itself', 'a\u0000b', 404, 'client_rejected', 'HTTP 404'],
    [
      'deep nesting beside the error',
      `{"error":{"code":"no"},"x":${deep(30_000)}}`,
      404,
      'client_rejected',
      '404',
    ],
  ])('%s: the attempt is recorded, and the next reply goes out', async (_name, body, status, code, words) => {
    const { receiver, chat, send } = await openClientServer(app, ({ json }) => {
      const { text } = (json as { message: { text: string } }).message
      return text === 'bad' ? { status, body } : { body: { result: 'ok' } }
    })
    const chatId = await chat()
    const [bad, good] = [await send(chatId, 'bad'), await send(chatId, 'good')]
    const failed = await settled(app, bad, 'FAILED')
    expect(failed).toMatchObject({ attempts: 1, errorCode: code, log: [{ status, errorCode: code }] })
    expect(failed.errorMessage).toContain(words)
    await settled(app, good, 'SENT')
    expect(receiver.requests.map(textOf)).toEqual(['bad', 'good'])
  })
})

test('an attempt that cannot be recorded counts, so that it ends and the next reply goes out', async () => {
  const { receiver, chat, send } = await openClientServer(app, { body: { result: 'ok' } })
  const chatId = await chat()
  const { db } = app.services
  // The database refuses what became of an attempt to deliver to this one client.
  await db.$executeRawUnsafe(`
    CREATE FUNCTION refuse_attempt() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'this cannot be stored'; END $$`)
  await db.$executeRawUnsafe(`
    CREATE TRIGGER refuse BEFORE INSERT ON "OutboxAttempt" FOR EACH ROW
    WHEN (NEW.detail = 'unheard-of') EXECUTE FUNCTION refuse_attempt()`)
  receiver.answer({ status: 500, body: 'unheard-of' })
  const bad = await send(chatId, 'bad')
  await receiver.waitFor(3)
  receiver.answer({ body: { result: 'ok' } })
  const good = await send(chatId, 'good')
  const failed = await settled(app, bad, 'FAILED')
  expect(failed).toMatchObject({ attempts: 3, errorCode: 'not_recorded' })
  expect(failed.errorMessage).toContain('could not be recorded')
  await settled(app, good, 'SENT')
  expect(receiver.requests.map(textOf)).toEqual(['bad', 'bad', 'bad', 'good'])
})
