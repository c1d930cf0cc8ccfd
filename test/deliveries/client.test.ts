import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendMessage } from '../../server/domain/messages/send-message.ts'
import type { TestApp } from '../support/app.ts'
import { openClientServer, settled, textOf } from '../support/client-server.ts'
import { recordStatements } from '../support/count-statements.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { hurriedKinds } from '../support/hurried-kinds.ts'
import type { Answer, Answerer, Received } from '../support/receiver.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { until } from '../support/until.ts'

let app: TestApp
/** One that pauses between attempts as it does in earnest, for what happens in a pause and for the pauses themselves. */
let patient: TestApp
beforeAll(async () => {
  const started = await Promise.all([startSwitchboard({}, hurriedKinds), startSwitchboard()])
  ;[app, patient] = started
})
afterAll(() => Promise.all([app.close(), patient.close()]))

const setUp = (answer?: Answerer, options: { chunked?: boolean; acceptsAny2xx?: boolean } = {}) =>
  openClientServer(app, answer, options)

/** Answers with `first` once, and with `then` from then on. */
function once(first: Answer, then: Answer): Answerer {
  let count = 0
  return () => (count++ === 0 ? first : then)
}
const idOf = (request?: Received) =>
  (request?.json as { recipient: { id: unknown } } | undefined)?.recipient.id

describe.concurrent('a request to the client', () => {
  test('has the address, the headers and the body of the contract, and nothing else', async () => {
    const { desk, receiver, chat, send } = await setUp()
    const id = await send(await chat(42), 'Ünï 👍')
    const [request] = await receiver.waitFor(1)
    expect(request).toMatchObject({ method: 'POST', path: `/client/${desk.channel.publicId}` })
    expect(request?.json).toEqual({
      sender: { name: desk.operators[0].user.name },
      recipient: { id: 42 },
      message: { type: 'text', id, text: 'Ünï 👍' },
    })
    expect(request?.headers['content-type']).toBe('application/json')
    expect((await settled(app, id, 'SENT')).log).toMatchObject([{ status: 200, errorCode: null }])
  })

  test.each([
    [false, 'Content-Length'],
    [true, 'chunked transfer encoding'],
  ])('with the switch at %s uses %s', async (chunked) => {
    const { receiver, chat, send } = await setUp(undefined, { chunked })
    await send(await chat())
    const [request] = await receiver.waitFor(1)
    expect(request?.chunked).toBe(chunked)
    expect(request?.contentLength).toBe(chunked ? undefined : Buffer.byteLength(request?.text ?? ''))
  })

  test.each([0, '0', -1, Number.MAX_SAFE_INTEGER, '漢字 👍', 'a"b\\c', '007'])(
    'gives recipient.id back unchanged: %j',
    async (visitorId) => {
      const { receiver, chat, send } = await setUp()
      await send(await chat(visitorId))
      const [request] = await receiver.waitFor(1)
      expect(idOf(request)).toBe(visitorId)
    },
  )

  test.each([
    ['', '/<id>'],
    ['/', '/<id>'],
    ['/hooks/chat', '/hooks/chat/<id>'],
    ['/hooks/chat//', '/hooks/chat/<id>'],
    ['/hooks?key=a%2Fb&x=1', '/hooks/<id>?key=a%2Fb&x=1'],
    ['/?key=abc', '/<id>?key=abc'],
    ['?key=abc', '/<id>?key=abc'],
    ['/caf%C3%A9%20bar/ü', '/caf%C3%A9%20bar/%C3%BC/<id>'],
  ])('to the server URL with "%s" behind it goes to %s', async (rest, path) => {
    const { desk, receiver, chat, send } = await setUp()
    const settings = { chatApi: { serverUrl: `${receiver.url}${rest}` } }
    const input = { id: globalId('Channel', desk.channel.id), settings }
    const selection = 'channel { settings { ... on ChatApiSettings { replyUrl } } }'
    const updated = await mutate(desk.admin.execute, 'updateChannel', input, selection)
    await send(await chat())
    const [request] = await receiver.waitFor(1)
    expect(request?.path).toBe(path.replace('<id>', desk.channel.publicId))
    expect(updated).toEqual({
      channel: { settings: { replyUrl: receiver.url + request?.path } },
      userErrors: [],
    })
  })

  test('carries the form of the id that came last', async () => {
    const { desk, receiver, chat, send } = await setUp()
    const chatId = await chat('7')
    await desk.say(7, 'from another part of the app')
    await send(chatId)
    const [request] = await receiver.waitFor(1)
    expect(idOf(request)).toBe(7)
  })
})

describe.concurrent('an answer that ends the attempts', () => {
  test.each([
    ['small letters', { body: '{"result":"ok"}', headers: { 'content-type': 'text/html' } }],
    ['capital letters', { body: { result: 'OK' } }],
    ['mixed letters, and more fields', { body: { result: 'oK', id: 7 } }],
    ['a string that holds the object', { body: JSON.stringify('{"result":"ok"}') }],
    ['small letters beside an empty list of errors', { body: { result: 'ok', error: [] } }],
    ['small letters beside an error that says nothing', { body: { result: 'ok', error: {} } }],
    [
      'small letters beside an error that did not occur',
      { body: { result: 'ok', error: { occurred: false } } },
    ],
    [
      'small letters beside an error with empty fields',
      { body: { result: 'ok', error: { code: '', details: [] } } },
    ],
    ['small letters beside a blank text', { body: { result: 'ok', error: ' ' } }],
    ['small letters beside a blank error', { body: { result: 'ok', error: { code: ' ', message: null } } }],
  ])('ok in %s: it is sent', async (_name, answer) => {
    const { receiver, chat, send } = await setUp(answer)
    const delivery = await settled(app, await send(await chat()), 'SENT')
    expect(delivery).toMatchObject({ attempts: 1, errorCode: null, errorMessage: null })
    expect(receiver.requests).toHaveLength(1)
  })

  test.each([
    [
      'an error with 200',
      { body: { error: { code: 'blocked', message: 'The user has blocked you' } } },
      { errorCode: 'blocked', errorMessage: 'The user has blocked you' },
    ],
    [
      'an error whose code is a number',
      { body: { error: { code: 17, message: 'No' } } },
      { errorCode: '17', errorMessage: 'No' },
    ],
    [
      'silent, which the operator is not shown',
      { body: { error: { code: 'silent', message: 'internal' } } },
      { errorCode: 'silent', errorMessage: null },
    ],
    [
      'an error in a string that holds the object',
      { body: JSON.stringify('{"error":{"code":"blocked","message":"No"}}') },
      { errorCode: 'blocked', errorMessage: 'No' },
    ],
    ['an error in other words', { body: { error: { reason: 'Blocked' } } }, { errorCode: 'client_rejected' }],
    [
      'an error that is a text',
      { body: { error: 'The user has blocked you' } },
      { errorCode: 'client_rejected', errorMessage: 'The user has blocked you' },
    ],
    ['400 without a body', { status: 400 }, { errorCode: 'client_rejected' }],
    [
      '403 with an error',
      { status: 403, body: { error: { code: 'gone', message: 'Gone' } } },
      { errorCode: 'gone', errorMessage: 'Gone' },
    ],
    ['404', { status: 404, body: 'not here' }, { errorCode: 'client_rejected' }],
  ])('%s: it has failed at once and is not tried again', async (_name, answer, expected) => {
    const { receiver, chat, send } = await setUp(answer)
    const delivery = await settled(app, await send(await chat()), 'FAILED')
    expect(delivery).toMatchObject({ attempts: 1, ...expected })
    expect(receiver.requests).toHaveLength(1)
  })

  test('an address inside the network is not called and not tried again', async () => {
    const { desk, chat, send } = await setUp()
    await app.services.db.chatApiSettings.update({
      where: { channelId: desk.channel.id },
      data: { serverUrl: 'http://10.0.0.1/' },
    })
    const delivery = await settled(app, await send(await chat()), 'FAILED')
    expect(delivery).toMatchObject({ attempts: 1, errorCode: 'client_unavailable' })
    expect(delivery.errorMessage).toContain('10.0.0.1')
    expect(delivery.log[0]?.status).toBeNull()
  })
})

describe.concurrent('an answer that is temporary', () => {
  const invalid = 'neither {"result":"ok"} nor {"error":…}'
  test.each([
    ['500', { status: 500 }, 'client_error', 'HTTP 500'],
    [
      '503 with its own message',
      { status: 503, body: { error: { message: 'Back at nine' } } },
      'client_error',
      'Back at nine',
    ],
    [
      '500 with its own code',
      { status: 500, body: { error: { code: 'busy', message: 'Too busy' } } },
      'busy',
      'Too busy',
    ],
    [
      '500 that is silent, which the operator is not shown',
      { status: 500, body: { error: { code: 'silent', message: 'internal' } } },
      'silent',
      null,
    ],
    ['429', { status: 429 }, 'client_rejected', 'HTTP 429'],
    ['302', { status: 302, headers: { location: '/elsewhere' } }, 'client_error', 'HTTP 302'],
    ['204', { status: 204 }, 'client_error', 'HTTP 204'],
    ['200 with an empty body', { status: 200 }, 'client_error', invalid],
    ['200 that is not JSON', { body: 'ok' }, 'client_error', invalid],
    ['200 with another result', { body: { result: 'maybe' } }, 'client_error', invalid],
    [
      '200 with a string that holds a string that holds the object',
      { body: JSON.stringify(JSON.stringify('{"result":"ok"}')) },
      'client_error',
      invalid,
    ],
    ['200 with a list', { body: ['ok'] }, 'client_error', invalid],
    ['200 with an error that says nothing', { body: { error: { reason: ' ' } } }, 'client_error', invalid],
    ['a broken connection', { close: true }, 'client_unavailable', 'was lost'],
    ['no answer at all', { hang: true }, 'client_timeout', '3000 ms'],
  ])('%s: three attempts with the same bytes', async (_name, answer, code, words) => {
    const { receiver, chat, send } = await setUp(answer)
    const delivery = await settled(app, await send(await chat()), 'FAILED')
    expect(delivery).toMatchObject({ attempts: 3, errorCode: code })
    expect(delivery.errorMessage).toEqual(words === null ? null : expect.stringContaining(words))
    expect(receiver.requests).toHaveLength(3)
    expect(delivery.log).toHaveLength(3)
    expect(new Set(receiver.requests.map(({ text }) => text)).size).toBe(1)
  })

  test('is followed by two more attempts, 3 s apart; it has failed 9 s after the first began', async () => {
    const { chat, send } = await openClientServer(patient, { status: 500 })
    const id = await send(await chat())
    const delivery = await settled(patient, id, 'FAILED')
    const since = (time: Date) => time.getTime() - (delivery.startedAt?.getTime() ?? 0)
    const failure = await patient.services.db.event.findFirstOrThrow({
      where: { messageId: id, kind: 'DELIVERY_FAILED' },
      orderBy: { id: 'desc' },
    })
    const times = [...delivery.log.map(({ startedAt }) => startedAt), failure.createdAt]
    expect(times).toHaveLength(4)
    // Nothing is early. How late it is depends on the machine; what it is planned for is in test/outbox/schedules.test.ts.
    for (const [index, due] of [0, 3_000, 6_000, 9_000].entries())
      expect(since(times[index] as Date)).toBeGreaterThanOrEqual(due)
  })

  test('a refused connection: it has failed and is sent again when the operator asks for it', async () => {
    const { desk, receiver, chat, send } = await setUp()
    await receiver.stop()
    const id = await send(await chat())
    const failed = await settled(app, id, 'FAILED')
    expect(failed).toMatchObject({ attempts: 3, errorCode: 'client_unavailable' })
    expect(failed.errorMessage).toContain('refused')
    await receiver.restart()
    const again = await mutate(
      desk.operators[0].execute,
      'retryDelivery',
      { id: globalId('Delivery', failed.id) },
      'delivery { id state attempts errorCode }',
    )
    expect(again).toEqual({
      delivery: { id: globalId('Delivery', failed.id), state: 'PENDING', attempts: 0, errorCode: null },
      userErrors: [],
    })
    const sent = await settled(app, id, 'SENT')
    expect(sent).toMatchObject({ id: failed.id, attempts: 1, errorCode: null, errorMessage: null })
    expect(sent.log).toHaveLength(4)
    expect(receiver.requests).toHaveLength(1)
  })

  test('one that comes right in between is sent, and the attempts stop', async () => {
    const { receiver, chat, send } = await setUp(once({ status: 500 }, { body: { result: 'ok' } }))
    const sent = await settled(app, await send(await chat()), 'SENT')
    expect(sent).toMatchObject({ attempts: 2, errorCode: null, errorMessage: null })
    expect(receiver.requests).toHaveLength(2)
  })

  test('sending again what has arrived changes nothing', async () => {
    const { desk, receiver, chat, send } = await setUp()
    const delivery = await settled(app, await send(await chat()), 'SENT')
    const input = { id: globalId('Delivery', delivery.id) }
    const again = await mutate(desk.operators[0].execute, 'retryDelivery', input, 'delivery { state }')
    expect(again).toEqual({ delivery: { state: 'SENT' }, userErrors: [] })
    expect(receiver.requests).toHaveLength(1)
  })
})

describe.concurrent('a channel that accepts any 2xx', () => {
  const acceptsAny2xx = true
  test.each([
    ['200 with an empty body', { status: 200 }, true],
    ['200 that is not JSON', { body: 'Thanks!' }, true],
    ['200 with another result', { body: { result: 'queued' } }, true],
    ['200 with an error that is no object', { body: { success: true, error: null } }, true],
    ['201 with the result', { status: 201, body: { result: 'ok' } }, true],
    ['202', { status: 202, body: { id: 7 } }, true],
    ['204', { status: 204 }, true],
    ['200 with the result, as any channel', { body: { result: 'ok' } }, false],
  ])('%s: it is sent, and the log says how it was judged', async (_name, answer, byStatus) => {
    const { desk, receiver, chat, send } = await setUp(answer, { acceptsAny2xx })
    const delivery = await settled(app, await send(await chat()), 'SENT')
    expect(delivery).toMatchObject({ attempts: 1, errorCode: null })
    const query = 'query ($id: ID!) { node(id: $id) { ... on Delivery { log { byStatus errorCode } } } }'
    const { data } = await desk.operators[0].execute(query, { id: globalId('Delivery', delivery.id) })
    expect(data.node.log).toEqual([{ byStatus, errorCode: null }])
    expect(receiver.requests).toHaveLength(1)
  })

  test.each([
    ['200', { body: { error: { code: 'blocked', message: 'Blocked' } } }, 'blocked'],
    ['202', { status: 202, body: { error: { message: 'Not now' } } }, 'client_rejected'],
    ['404', { status: 404 }, 'client_rejected'],
  ])('still hears a refusal: %s ends the attempts', async (_name, answer, errorCode) => {
    const { chat, send } = await setUp(answer, { acceptsAny2xx })
    const delivery = await settled(app, await send(await chat()), 'FAILED')
    expect(delivery).toMatchObject({ attempts: 1, errorCode, log: [{ byStatus: false }] })
  })

  test.each([
    ['500', { status: 500, body: { result: 'ok' } }],
    ['302', { status: 302, headers: { location: '/elsewhere' } }],
  ])('still tries %s again', async (_name, answer) => {
    const { chat, send } = await setUp(once(answer, { status: 204 }), { acceptsAny2xx })
    const delivery = await settled(app, await send(await chat()), 'SENT')
    expect(delivery.log).toMatchObject([{ byStatus: false, errorCode: 'client_error' }, { byStatus: true }])
  })
})

describe.concurrent('the order', () => {
  test('of one visitor is kept while the first message is tried again; another visitor does not wait', async () => {
    const { receiver, chat, send } = await openClientServer(patient, (request) => {
      const firsts = receiver.requests.filter((each) => textOf(each) === 'first').length
      return textOf(request) === 'first' && firsts < 3 ? { status: 500 } : { body: { result: 'ok' } }
    })
    const [slow, quick] = [await chat(), await chat()]
    for (const text of ['first', 'second', 'third', 'fourth']) await send(slow, text)
    await receiver.waitFor((request) => textOf(request) === 'first')
    await send(quick, 'other')
    await receiver.waitFor((request) => textOf(request) === 'other')
    await receiver.waitFor((request) => textOf(request) === 'fourth')
    const texts = receiver.requests.map(textOf)
    expect(texts.filter((text) => text !== 'other')).toEqual([
      ...['first', 'first', 'first'],
      ...['second', 'third', 'fourth'],
    ])
    expect(texts.indexOf('other')).toBeLessThan(texts.indexOf('second'))
  })

  test('holds for 30 messages of one visitor that are sent as fast as they can be', async () => {
    const { receiver, chat, send } = await setUp()
    const chatId = await chat()
    const texts = Array.from({ length: 30 }, (_, n) => `text ${n}`)
    for (const text of texts) await send(chatId, text)
    await receiver.waitFor(30)
    expect(receiver.requests.map(textOf)).toEqual(texts)
  })

  test('goes on after a message that has failed', async () => {
    const { receiver, chat, send } = await setUp((request) =>
      textOf(request) === 'bad' ? { status: 400 } : { body: { result: 'ok' } },
    )
    const chatId = await chat()
    const [bad, good] = [await send(chatId, 'bad'), await send(chatId, 'good')]
    await settled(app, good, 'SENT')
    await settled(app, bad, 'FAILED')
    expect(receiver.requests.map(textOf)).toEqual(['bad', 'good'])
  })

  test('what waits when its chat is closed is delivered all the same', async () => {
    const { desk, receiver, chat, send } = await openClientServer(patient, { status: 500 })
    const chatId = await chat()
    const id = await send(chatId, 'Goodbye')
    await receiver.waitFor(1)
    await mutate(desk.operators[0].execute, 'closeChat', { chatId: globalId('Chat', chatId) })
    receiver.answer({ body: { result: 'ok' } })
    await settled(patient, id, 'SENT')
  })
})

test('a reply is on its way before its operator has the answer', async () => {
  const { desk, chat, send } = await setUp()
  const { viewer } = desk.operators[0]
  await until(async () => {
    const chatId = await chat()
    await settled(app, await send(chatId), 'SENT')
    // The process may still be about to learn that, and the lane busy.
    const about = { viewer, chatId, idempotencyKey: randomUUID(), text: 'Hi', fileId: null }
    const statements = await recordStatements(() => sendMessage(app.services, about))
    expect(statements).toContainEqual(expect.stringMatching(/^WITH asked /))
  })
})
