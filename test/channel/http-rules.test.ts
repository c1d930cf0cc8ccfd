import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channelAddress } from '../../server/domain/channels/channel-address.ts'
import { deleteChannel } from '../../server/domain/channels/delete-channel.ts'
import { pauseChannel } from '../../server/domain/channels/pause-channel.ts'
import { resumeChannel } from '../../server/domain/channels/resume-channel.ts'
import { rotateChannelPublicId } from '../../server/domain/channels/rotate-channel-public-id.ts'
import { rotateChannelSecret } from '../../server/domain/channels/rotate-channel-secret.ts'
import { createSecret } from '../../server/secrets.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { until } from '../support/until.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
})
afterAll(() => app.close())

const hello = (id: string = randomUUID()) => ({ sender: { id }, message: { type: 'text', text: 'Hello' } })
const call = (path: string, init?: RequestInit) => fetch(app.url + path, init)
const countMessages = ({ channel }: Desk) =>
  app.services.db.message.count({ where: { chat: { channelId: channel.id } } })

describe('the body of A2', () => {
  test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/png', 'nonsense'])(
    'is JSON whatever the Content-Type says: %s',
    async (type) => {
      expect((await desk.post(hello(), { 'content-type': type })).status).toBe(200)
    },
  )

  test('needs no Content-Type at all', async () => {
    const body = new TextEncoder().encode(JSON.stringify(hello()))
    const response = await call(desk.channel.path, { method: 'POST', body })
    expect(response.status).toBe(200)
  })

  test('may begin with a byte order mark and may come in chunks', async () => {
    expect((await desk.post(`\ufeff${JSON.stringify(hello())}`)).status).toBe(200)
    const body = new Blob([JSON.stringify(hello())]).stream()
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit
    expect((await call(desk.channel.path, init)).status).toBe(200)
  })

  test.each([
    ['empty', '', 'invalid_json'],
    ['cut off', '{"sender":', 'invalid_json'],
    ['a form', 'a=b', 'invalid_json'],
    ['a list', '[]', 'invalid_request'],
    ['a text', '"hello"', 'invalid_request'],
    ['null', 'null', 'invalid_request'],
    ['without a message', '{"sender":{"id":1}}', 'invalid_request'],
  ])('is refused with 400 when it is %s', async (_name, body, code) => {
    const response = await desk.post(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code, message: expect.any(String) } })
  })

  test('of 256 KiB is taken; one byte more gets 413', async () => {
    const body = JSON.stringify(hello())
    const full = body.replace('Hello', 'x'.repeat(256 * 1024 - body.length + 'Hello'.length))
    expect((await desk.post(full)).status).toBe(200)
    const response = await desk.post(`${full} `)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: { code: 'payload_too_large' } })
  })
})

describe('other methods', () => {
  test.each([
    ['', 'GET', 'POST'],
    ['', 'PUT', 'POST'],
    ['', 'PATCH', 'POST'],
    ['', 'DELETE', 'POST'],
    ['', 'OPTIONS', 'POST'],
    ['', 'HEAD', 'POST'],
    ['/status', 'POST', 'GET, HEAD'],
    ['/status', 'DELETE', 'GET, HEAD'],
    [`/messages/${randomUUID()}`, 'POST', 'GET, HEAD'],
  ])('on "%s" %s gets 405 and Allow: %s', async (path, method, allow) => {
    const response = await call(desk.channel.path + path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    if (method !== 'HEAD') {
      expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } })
    }
  })

  test('a trailing slash is the same address', async () => {
    expect((await call(`${desk.channel.path}/status/`)).status).toBe(200)
  })
})

describe('an address that is not a channel', () => {
  /** Everything that a caller sees, but for the time of day. */
  const rawAnswer = (path: string, method: string) =>
    new Promise<string>((resolve, reject) => {
      const sent = request(app.url + path, { method, headers: { connection: 'close' } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => {
          const headers = response.rawHeaders.join('\n').replace(/\nDate\n.*\n/i, '\n')
          resolve(`${response.statusCode}\n${headers}\n${Buffer.concat(chunks)}`)
        })
      })
      sent.on('error', reject)
      sent.end(method === 'POST' ? JSON.stringify(hello('visitor')) : undefined)
    })

  test.each([
    ['', 'POST'],
    ['/status', 'GET'],
    ['/messages/0190d5a0-0000-7000-8000-000000000000', 'GET'],
  ])(
    '"%s": an unknown id, a wrong random string and a deleted channel give the same bytes',
    async (rest, method) => {
      const other = await openDesk(app)
      await deleteChannel(app.services, { viewer: other.admin.viewer, id: other.channel.id })
      const { publicId, secret } = desk.channel
      const answers = await Promise.all(
        [
          `/channel/${secret}/${'x'.repeat(publicId.length)}`,
          `/channel/${createSecret()}/${publicId}`,
          `/channel/${secret.slice(0, -1)}/${publicId}`,
          `/channel/${secret.toUpperCase()}/${publicId}`,
          other.channel.path,
        ].map((path) => rawAnswer(path + rest, method)),
      )
      expect(answers[0]).toMatch(/^404\n/)
      expect(answers[0]).toContain('"code":"not_found"')
      expect(new Set(answers).size).toBe(1)
    },
  )

  test('costs the same statements whether the id or the random string is wrong, and each time', async () => {
    const { publicId, secret } = desk.channel
    const ask = (path: string) => () => call(`${path}/status`)
    expect((await call(`${desk.channel.path}/status`)).status).toBe(200)
    const wrongSecret = await recordStatements(ask(`/channel/${createSecret()}/${publicId}`))
    const again = await recordStatements(ask(`/channel/${createSecret()}/${publicId}`))
    const unknown = await recordStatements(ask(`/channel/${secret}/${publicId.slice(1)}x`))
    const selects = (statements: string[]) => statements.filter((sql) => sql.includes('"Channel"')).length
    expect([selects(wrongSecret), selects(again), selects(unknown)]).toEqual([1, 1, 1])
  })
})

describe('an address that no text can hold', () => {
  test.each([
    ['/channel/x/%00/status', 404, 'not_found'],
    ['/files/%00', 404, 'not_found'],
    ['/channel/x/%zz/status', 400, 'invalid_request'],
  ])('%s gets %i and our error', async (path, status, code) => {
    const response = await fetch(`${app.url}${path}`)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { code } })
  })
})

describe('a channel that changes', () => {
  test('paused: its status is 0 and a message is told to come again later; resumed, all is as before', async () => {
    const other = await openDesk(app)
    const input = { viewer: other.admin.viewer, id: other.channel.id }
    expect((await other.post(hello())).status).toBe(200)
    await pauseChannel(app.services, input)
    expect(await (await call(`${other.channel.path}/status`)).text()).toBe('0')
    const refused = await other.post(hello())
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ error: { code: 'service_unavailable' } })
    expect(await countMessages(other)).toBe(1)
    await resumeChannel(app.services, input)
    expect((await other.post(hello())).status).toBe(200)
  })

  test('rotated: the old address answers 404 at once, the new one works', async () => {
    const other = await openDesk(app)
    const input = { viewer: other.admin.viewer, id: other.channel.id }
    for (const rotate of [rotateChannelSecret, rotateChannelPublicId]) {
      const before = await pathOf(other)
      expect((await call(before, { method: 'POST', body: JSON.stringify(hello()) })).status).toBe(200)
      await rotate(app.services, input)
      const after = await pathOf(other)
      expect((await call(before, { method: 'POST', body: JSON.stringify(hello()) })).status).toBe(404)
      expect((await call(after, { method: 'POST', body: JSON.stringify(hello()) })).status).toBe(200)
    }
  })

  const pathOf = async ({ channel: { id: channelId } }: Desk) => {
    const { channel, ...settings } = await app.services.db.chatApiSettings.findUniqueOrThrow({
      where: { channelId },
      include: { channel: true },
    })
    return new URL(channelAddress(app.services.env, channel, settings) ?? '').pathname
  }
})

describe('an Idempotency-Key', () => {
  test('with the same body gives the first answer again, and one message', async () => {
    const other = await openDesk(app)
    const headers = { 'idempotency-key': randomUUID() }
    const first = await (await other.post(hello('a'), headers)).json()
    const second = await other.post(hello('a'), headers)
    expect(second.status).toBe(200)
    expect(await second.json()).toEqual(first)
    expect(await countMessages(other)).toBe(1)
  })

  test('with another body gets 422', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await desk.post(hello('a'), headers)
    const response = await desk.post(hello('b'), headers)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { code: 'idempotency_key_reused' } })
  })

  test('ten twins at once are one message', async () => {
    for (const known of [false, true]) {
      const other = await openDesk(app)
      if (known) await other.say('a', 'before')
      const headers = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all(
        Array.from({ length: 10 }, async () => (await other.post(hello('a'), headers)).json()),
      )
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]).toMatchObject({ result: 'ok' })
      expect(await countMessages(other)).toBe(known ? 2 : 1)
    }
  })

  test('of another channel is another key, and after 24 hours it is free again', async () => {
    const other = await openDesk(app)
    const key = randomUUID()
    const headers = { 'idempotency-key': key }
    const first = (await (await desk.post(hello('a'), headers)).json()) as { message_id: string }
    const elsewhere = (await (await other.post(hello('a'), headers)).json()) as { message_id: string }
    expect(elsewhere.message_id).not.toBe(first.message_id)
    const createdAt = new Date(Date.now() - 24 * 3_600_000 - 1000)
    await app.services.db.idempotencyKey.updateMany({
      where: { key, channelId: other.channel.id },
      data: { createdAt },
    })
    const later = await other.post({ ...hello('a'), more: 1 }, headers)
    expect(later.status).toBe(200)
    expect(((await later.json()) as { message_id: string }).message_id).not.toBe(elsewhere.message_id)
  })

  test('of more than 255 characters gets 400', async () => {
    expect((await desk.post(hello(), { 'idempotency-key': 'k'.repeat(256) })).status).toBe(400)
  })
})

describe('too many requests', () => {
  test('of one visitor get 429 with Retry-After, and nobody else does', async () => {
    const slow = await startTestApp({ variables: { VISITOR_RATE_LIMIT: '1' } })
    try {
      const other = await openDesk(slow)
      // A machine that needs more than a second for them tries again.
      await until(async () => {
        const busy = randomUUID()
        const answers = await Promise.all(Array.from({ length: 15 }, () => other.post(hello(busy))))
        const typein = await other.post({ sender: { id: busy }, message: { type: 'typein' } })
        const refused = answers.filter(({ status }) => status === 429)
        expect(refused).toHaveLength(5)
        expect(typein.status).toBe(429)
        expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(await refused[0]?.json()).toMatchObject({ error: { code: 'too_many_requests' } })
      })
      expect((await other.post(hello('calm'))).status).toBe(200)
    } finally {
      await slow.close()
    }
  })

  test('to one channel get 429, and another channel does not', async () => {
    const slow = await startTestApp({ variables: { CHANNEL_RATE_LIMIT: '3' } })
    try {
      const [busy, calm] = [await openDesk(slow), await openDesk(slow)]
      // A machine that needs seconds for them tries again.
      await until(async () => {
        const answers = await Promise.all(Array.from({ length: 12 }, () => busy.post(hello())))
        expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(2)
      })
      expect((await calm.post(hello())).status).toBe(200)
    } finally {
      await slow.close()
    }
  })
})

describe('a receipt', () => {
  const receipt = ({ channel }: Desk, id: string) => call(`${channel.path}/messages/${id}`)

  test('says that a message was received, and that an operator has read it', async () => {
    const id = await desk.say('reader', 'Hello')
    const first = await receipt(desk, id)
    expect(await first.json()).toEqual({
      message_id: id,
      state: 'received',
      received_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const chat = await desk.chatOf('reader')
    await app.services.db.chatRead.create({
      data: { chatId: chat.id, userId: desk.operators[0].user.id, lastSeq: chat.lastSeq },
    })
    expect(await (await receipt(desk, id)).json()).toMatchObject({ state: 'read' })
  })

  test.each(['not-an-id', randomUUID()])('of %s does not exist', async (id) => {
    const response = await receipt(desk, id)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } })
  })

  test('of what was said to the visitor does not exist', async () => {
    await desk.say('asker', 'Hello')
    const answer = await reply(desk.operators[0], (await desk.chatOf('asker')).id, 'Hi')
    expect((await receipt(desk, answer)).status).toBe(404)
  })

  test('is not shown through another channel', async () => {
    const other = await openDesk(app)
    expect((await receipt(other, await desk.say('a', 'x'))).status).toBe(404)
  })
})
