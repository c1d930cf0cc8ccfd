import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
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

const body = () => JSON.stringify({ sender: { id: randomUUID() }, message: { type: 'text', text: 'Hé 👍' } })

interface Parts {
  line?: string
  /** Without Content-Length, which is added unless `chunks` are sent. */
  headers?: string[]
  content?: string | Buffer
}

/** A request written by hand, as programs without a library write it. */
function written({ line, headers = [], content = body() }: Parts): Buffer {
  const bytes = Buffer.from(content)
  const sized = headers.some((header) => /^transfer-encoding/i.test(header))
  const head = [
    line ?? `POST ${desk.channel.path} HTTP/1.1`,
    'Host: chat.example.com',
    'Connection: close',
    ...headers,
    ...(sized ? [] : [`Content-Length: ${bytes.length}`]),
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes])
}

/** The final statuses of an answer, which may hold several. */
function statusesOf(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

const jsonOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
const inChunks = (text: string) => {
  const bytes = Buffer.from(text)
  const [first, second] = [bytes.subarray(0, 7), bytes.subarray(7)]
  const chunk = (part: Buffer, extension = '') => [
    Buffer.from(`${part.length.toString(16).toUpperCase()}${extension}\r\n`),
    part,
    Buffer.from('\r\n'),
  ]
  return Buffer.concat([
    ...chunk(first, ';name=value'),
    ...chunk(second),
    Buffer.from('0\r\nX-After: 1\r\n\r\n'),
  ])
}
const percent = (text: string, write: (hex: string) => string) =>
  [...Buffer.from(text)].map((byte) => `%${write(byte.toString(16))}`).join('')

describe('a message is taken from a program that', () => {
  const requests: [string, () => Parts][] = [
    ['names no Content-Type', () => ({})],
    ['names an empty Content-Type', () => ({ headers: ['Content-Type:'] })],
    ['says text/plain', () => ({ headers: ['Content-Type: text/plain; charset=utf-8'] })],
    [
      'says that it is a form, as curl does',
      () => ({ headers: ['Content-Type: application/x-www-form-urlencoded; charset=UTF-8'] }),
    ],
    ['says multipart without a boundary', () => ({ headers: ['Content-Type: multipart/form-data'] })],
    ['quotes its charset', () => ({ headers: ['Content-Type: application/json; charset="UTF-8"'] })],
    ['names a charset in Content-Encoding', () => ({ headers: ['Content-Encoding: UTF-8'] })],
    ['says that nothing is compressed', () => ({ headers: ['Content-Encoding: identity'] })],
    ['begins with a byte order mark', () => ({ content: `\ufeff${body()}` })],
    ['sends lines around the JSON', () => ({ content: `\r\n ${body()}\r\n\r\n` })],
    [
      'sends chunks with an extension and a trailer',
      () => ({ headers: ['Transfer-Encoding: Chunked'], content: inChunks(body()) }),
    ],
    ['speaks HTTP/1.0', () => ({ line: `POST ${desk.channel.path} HTTP/1.0` })],
    ['asks before it sends', () => ({ headers: ['Expect: 100-continue'] })],
    ['ends the address with a slash', () => ({ line: `POST ${desk.channel.path}/ HTTP/1.1` })],
    ['joins the address with one slash too many', () => ({ line: `POST /${desk.channel.path} HTTP/1.1` })],
    ['adds a query', () => ({ line: `POST ${desk.channel.path}?source=app&%00=%ff HTTP/1.1` })],
    ['adds an empty query', () => ({ line: `POST ${desk.channel.path}? HTTP/1.1` })],
    ['writes the whole address', () => ({ line: `POST ${app.url}${desk.channel.path} HTTP/1.1` })],
    [
      'encodes the address in capital hexadecimals',
      () => ({
        line: `POST /channel/${desk.channel.secret}/${percent(desk.channel.publicId, (hex) => hex.toUpperCase())} HTTP/1.1`,
      }),
    ],
    [
      'encodes the address in small hexadecimals',
      () => ({
        line: `POST /channel/${percent(desk.channel.secret, (hex) => hex)}/${desk.channel.publicId} HTTP/1.1`,
      }),
    ],
    ['sends an Idempotency-Key that is blank', () => ({ headers: ['Idempotency-Key:  '] })],
  ]
  test.each(requests)('%s', async (_name, parts) => {
    const answer = await sendRaw(app.url, written(parts()))
    expect(statusesOf(answer).at(-1), answer).toBe(200)
    expect(jsonOf(answer.slice(answer.lastIndexOf('HTTP/1.1')))).toMatchObject({ result: 'ok' })
  })

  test('sends several requests before it reads the first answer', async () => {
    const [first, second] = [body(), body()].map((content) =>
      written({ content }).toString().replace('Connection: close', 'Connection: keep-alive'),
    )
    const status = `GET ${desk.channel.path}/status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    const answer = await sendRaw(app.url, `${first}${second}${status}`)
    expect(statusesOf(answer)).toEqual([200, 200, 200])
    expect(answer.endsWith('\r\n\r\n0')).toBe(true)
  })
})

describe('the status answers a program that', () => {
  test.each([
    ['adds a query', 'GET', '/status?t=1'],
    ['ends with a slash', 'GET', '/status/'],
    ['joins with one slash too many', 'GET', '//status'],
    ['asks for the head only', 'HEAD', '/status'],
  ])('%s', async (_name, method, rest) => {
    const head = `${method} ${desk.channel.path}${rest} HTTP/1.0\r\n\r\n`
    const answer = await sendRaw(app.url, head)
    expect(statusesOf(answer)).toEqual([200])
    expect(answer).toContain('content-length: 1\r\n')
    expect(answer.endsWith(method === 'HEAD' ? '\r\n\r\n' : '\r\n\r\n0')).toBe(true)
  })
})

describe('a message is refused with a reason that', () => {
  const content = body()
  const latin1 = Buffer.from(content.replace('👍', ''), 'latin1')
  test.each<[string, Parts, number, string]>([
    [
      'is gzip',
      { content: gzipSync(content), headers: ['Content-Encoding: gzip'] },
      415,
      'unsupported_media_type',
    ],
    ['is brotli', { content, headers: ['Content-Encoding: BR'] }, 415, 'unsupported_media_type'],
    ['is Latin-1', { content: latin1 }, 400, 'invalid_json'],
    [
      'is Latin-1 and says so',
      { content: latin1, headers: ['Content-Type: a/b; charset=latin1'] },
      400,
      'invalid_json',
    ],
    ['is UTF-16', { content: Buffer.from(content, 'utf16le') }, 400, 'invalid_json'],
    [
      'ends in the middle of a character',
      { content: Buffer.from(content).subarray(0, -20) },
      400,
      'invalid_json',
    ],
    ['ends with NUL', { content: `${content}\0` }, 400, 'invalid_json'],
    ['is a form', { content: `payload=${encodeURIComponent(content)}` }, 400, 'invalid_json'],
    ['is a text that holds JSON', { content: JSON.stringify(content) }, 400, 'invalid_request'],
    ['is a list', { content: `[${content}]` }, 400, 'invalid_request'],
    [
      'is too long and comes in chunks',
      { content: inChunks(' '.repeat(256 * 1024 + 1)), headers: ['Transfer-Encoding: chunked'] },
      413,
      'payload_too_large',
    ],
    ['is missing', { content: '' }, 400, 'invalid_json'],
  ])('%s', async (_name, parts, status, code) => {
    const before = await app.services.db.message.count({ where: { chat: { channelId: desk.channel.id } } })
    const answer = await sendRaw(app.url, written(parts))
    expect(statusesOf(answer)).toEqual([status])
    expect(jsonOf(answer)).toMatchObject({ error: { code, message: expect.any(String) } })
    const after = await app.services.db.message.count({ where: { chat: { channelId: desk.channel.id } } })
    expect(after).toBe(before)
  })
})

describe('a field that is a text by the contract', () => {
  const send = async (fields: { sender?: object; message?: object }) => {
    const id = randomUUID()
    const response = await desk.post({
      sender: { id, ...fields.sender },
      message: { type: 'text', text: 'Hello', ...fields.message },
    })
    expect(response.status).toBe(200)
    const chat = await app.services.db.chat.findFirstOrThrow({
      where: { visitor: { key: id } },
      include: { visitor: true, messages: true },
    })
    return { visitor: chat.visitor, message: chat.messages[0] }
  }

  test.each([
    [7, '7'],
    [1.5, '1.5'],
    [true, null],
    [null, null],
    [[], null],
    [{}, null],
    ['', null],
    [' \t', null],
    ['\0', null],
    ['a\0b', 'ab'],
    ['\ud800', '\ufffd'],
  ])('takes %j as %j', async (given, kept) => {
    const { visitor, message } = await send({
      sender: { name: given, phone: given, email: given, url: given, invite: given },
      message: { id: given },
    })
    expect([visitor.name, visitor.phone, visitor.email, visitor.pageUrl]).toEqual([kept, kept, kept, kept])
    expect([message?.invite, message?.externalId]).toEqual([kept, kept])
  })

  test.each([7, 1.5, true, null, [], {}, '', 'a\0b', 'example.com', 'http://', 'ftp://example.com/a'])(
    'and must be an address is ignored when it is %j',
    async (photo) => {
      expect((await send({ sender: { photo } })).visitor.photoUrl).toBeNull()
    },
  )

  test('is cut where it is too long, never refused', async () => {
    const long = '👍'.repeat(5000)
    const { visitor, message } = await send({
      sender: { name: long, url: long, invite: long },
      message: { id: long },
    })
    const lengths = [visitor.name, visitor.pageUrl, message?.invite, message?.externalId]
    expect(lengths.map((text) => Array.from(text ?? '').length)).toEqual([255, 4096, 1000, 255])
  })
})
