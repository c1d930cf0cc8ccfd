import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { sendRaw } from '../support/raw-request.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
})
afterAll(() => app.close())

/** What a bare request is answered: status, Allow and the code of our error. */
async function ask(method: string, path: string) {
  const body = method === 'POST' ? '{}' : ''
  const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}`
  return readAnswer(await sendRaw(app.url, `${head}\r\n\r\n${body}`))
}

function readAnswer(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return {
    status: Number(head.split(' ')[1]),
    allow: /\r\nallow: (.*)/i.exec(head)?.[1],
    code: body.startsWith('{') ? JSON.parse(body).error.code : undefined,
  }
}

const long = 'x'.repeat(300)
const longer = 'x'.repeat(5_000)

test.each([
  ['POST', `/channel/${long}/a`],
  ['POST', `/channel/a/${long}`],
  ['POST', `/channel/a/${longer}`],
  ['GET', `/channel/a/${long}/status`],
  ['GET', `/channel/a/b/messages/${long}`],
  ['POST', `/bot/webhooks/${long}/a`],
  ['GET', `/files/${long}`],
  ['GET', `/visitor-photos/${randomUUID()}/${long}`],
  ['GET', '/assets/../x'],
  ['GET', '/assets/%2e%2e/x'],
  ['GET', '/assets/..%2f..%2fpackage.json'],
  ['POST', '/nothing'],
])('%s %s is at no address of ours: 404', async (method, path) => {
  expect(await ask(method, path)).toMatchObject({ status: 404, code: 'not_found' })
})

describe('a method that an address does not know', () => {
  test.each([
    ['PROPFIND', '/healthz', 'GET, HEAD'],
    ['PROPFIND', '/', 'GET, HEAD'],
    ['DELETE', '/metrics', 'GET, HEAD'],
    ['MKCOL', '/channel/a/b', 'POST'],
    ['TRACE', '/channel/a/b/status', 'GET, HEAD'],
    ['SEARCH', '/bot/webhooks/a/b', 'POST'],
    ['PUT', '/files', 'POST, OPTIONS'],
    ['QUERY', '/files/a', 'GET, HEAD'],
    ['DELETE', '/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['LOCK', '/schema.graphql', 'GET, HEAD'],
    ['NONSENSE', '/healthz', 'GET, HEAD, POST, OPTIONS'],
  ])('%s %s gets 405 and Allow: %s', async (method, path, allow) => {
    const { status, code, allow: answered = '' } = await ask(method, path)
    expect([status, code, answered.split(', ').sort()]).toEqual([
      405,
      'method_not_allowed',
      allow.split(', ').sort(),
    ])
  })
})

test.each(['{broken', ' '.repeat(300 * 1024)])(
  'an unknown address is 404 whatever the body is',
  async (body) => {
    const response = await fetch(`${app.url}/channel/a/b`, { method: 'POST', body })
    expect([response.status, (await response.json()).error.code]).toEqual([404, 'not_found'])
  },
)

test('what is no HTTP at all gets our error too', async () => {
  expect(await sendRaw(app.url, 'hello\r\n\r\n')).toMatch(/^HTTP\/1.1 405 .*"code":"method_not_allowed"/s)
  expect(await sendRaw(app.url, 'GET nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*"code":"invalid_request"/s)
})

describe('a body that is not UTF-8', () => {
  const latin1 = (body: unknown) => new Uint8Array(Buffer.from(JSON.stringify(body), 'latin1'))
  const post = (path: string, body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })

  test('is 400 invalid_json on the channel, and nothing is stored', async () => {
    const body = latin1({ sender: { id: randomUUID() }, message: { type: 'text', text: 'Grüße' } })
    const response = await post(desk.channel.path, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_json' } })
    expect(await app.services.db.visitor.count({ where: { channelId: desk.channel.id } })).toBe(0)
  })

  test('is 400 on GraphQL, and nothing is changed', async () => {
    const [{ cookie, user }] = desk.operators
    const query = 'mutation { updateProfile(input: { name: "Grüße" }) { operator { name } } }'
    const response = await post('/graphql', latin1({ query }), { cookie, 'x-graphql-yoga-csrf': '1' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] })
    const { name } = await app.services.db.user.findUniqueOrThrow({ where: { id: user.id } })
    expect(name).toBe(user.name)
  })

  test('is 400 invalid_json on the bot interface', async () => {
    const { id: accountId } = desk.account
    const { db } = app.services
    const provider = await db.botProvider.create({
      data: { accountId, name: 'P', publicId: randomUUID(), endpointUrl: 'http://127.0.0.1:9/' },
    })
    const token = randomUUID()
    const { encryptSecret, hashSecret } = await import('../../server/secrets.ts')
    await db.bot.create({
      data: {
        accountId,
        providerId: provider.id,
        name: 'B',
        tokenHash: hashSecret(token),
        tokenEncrypted: encryptSecret(token, app.services.env.secretKey),
      },
    })
    const response = await post(`/bot/webhooks/${provider.publicId}/${token}`, latin1({ id: 'ü' }))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_json' } })
  })
})
