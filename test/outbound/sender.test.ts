import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSender, type PostRequest } from '../../server/outbound/create-sender.ts'
import { startReceiver } from '../support/receiver.ts'
import { startRawServer } from './raw-server.ts'
import { selfSigned } from './self-signed.ts'

const BODY = JSON.stringify({ message: { text: 'Grüße, 你好 👋' } })

function newSender() {
  const sender = createSender({ allowPrivateTargets: ['127.0.0.1'] })
  onTestFinished(() => sender.close())
  const post = (url: string, changes: Partial<PostRequest> = {}) =>
    sender.post({ url, body: BODY, headers: {}, timeoutMs: 5000, chunked: false, ...changes })
  return { post, get: sender.get, close: sender.close }
}

async function newReceiver(...answer: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...answer)
  onTestFinished(() => receiver.stop())
  return receiver
}

test('sends the body with its Content-Length and gives back the whole answer', async () => {
  const receiver = await newReceiver({ status: 201, body: '{"result":"ok"}', headers: { 'x-mark': 'a' } })
  const outcome = await newSender().post(`${receiver.url}/in/box?a=b`, { headers: { 'X-Id': '7' } })
  expect(outcome).toMatchObject({ kind: 'answered', status: 201, body: '{"result":"ok"}', truncated: false })
  expect(outcome).toHaveProperty('headers.x-mark', 'a')
  expect(receiver.requests).toMatchObject([
    {
      method: 'POST',
      path: '/in/box?a=b',
      text: BODY,
      chunked: false,
      contentLength: Buffer.byteLength(BODY),
    },
  ])
  expect(receiver.requests[0]?.headers).toMatchObject({ 'x-id': '7', 'content-type': 'application/json' })
})

test('sends the same body in chunks, without a Content-Length, when asked to', async () => {
  const receiver = await newReceiver()
  await newSender().post(receiver.url, { chunked: true })
  expect(receiver.requests).toMatchObject([{ text: BODY, chunked: true, contentLength: undefined }])
})

test('lets the caller replace a default header in any letter case', async () => {
  const receiver = await newReceiver()
  await newSender().post(receiver.url, { headers: { 'CONTENT-TYPE': 'application/cloudevents+json' } })
  expect(receiver.requests[0]?.headers['content-type']).toBe('application/cloudevents+json')
})

test('takes a redirect as the answer and does not follow it', async () => {
  const other = await newReceiver()
  const receiver = await newReceiver({ status: 307, headers: { location: other.url } })
  expect(await newSender().post(receiver.url)).toMatchObject({ kind: 'answered', status: 307 })
  expect(other.requests).toEqual([])
})

test('reads a file behind three redirects, and no more', async () => {
  const receiver = await newReceiver(({ path }) => {
    const left = Number(path.slice(1))
    return left > 0 ? { status: 302, headers: { location: `/${left - 1}` } } : { body: 'a file' }
  })
  const { get } = newSender()
  const read = (path: string) => get({ url: receiver.url + path, timeoutMs: 5000, maxResponseBytes: 100 })
  expect([await read('/3'), await read('/4')]).toMatchObject([{ status: 200 }, { status: 302 }])
})

test('cuts an answer that is longer than the limit and says so', async () => {
  const receiver = await newReceiver({ status: 503, body: 'x'.repeat(5_000_000) })
  const { post } = newSender()
  expect(await post(receiver.url, { maxResponseBytes: 10 })).toMatchObject({
    kind: 'answered',
    status: 503,
    body: 'x'.repeat(10),
    truncated: true,
  })
  expect(await post(receiver.url)).toHaveProperty('body', 'x'.repeat(65_536))
})

test('stops reading an answer that never ends', async () => {
  const port = await startRawServer((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    const more = () => {
      while (socket.writable && socket.write('x'.repeat(16_384)));
    }
    socket.on('drain', more).once('data', more)
  })
  const outcome = await newSender().post(`http://127.0.0.1:${port}`)
  expect(outcome).toMatchObject({ kind: 'answered', status: 200, truncated: true })
})

test('reports headers that are too large', async () => {
  const receiver = await newReceiver({ headers: { 'x-long': 'x'.repeat(20_000) } })
  expect(await newSender().post(receiver.url)).toMatchObject({ kind: 'failed', reason: 'too_large' })
})

test('ends with a timeout when the other side never answers', async () => {
  const receiver = await newReceiver({ hang: true })
  const outcome = await newSender().post(receiver.url, { timeoutMs: 150 })
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout' })
  expect(outcome.durationMs).toBeGreaterThanOrEqual(149)
})

test.each([
  ['headers', 'HTTP/1.1 200 OK\r\nx: '],
  ['body', 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n'],
])('is not held up by %s that drip', async (_, start) => {
  const port = await startRawServer((socket) => {
    socket.once('data', () => socket.write(start))
    const drip = setInterval(() => socket.write('a'), 20)
    socket.once('close', () => clearInterval(drip))
  })
  const outcome = await newSender().post(`http://127.0.0.1:${port}`, { timeoutMs: 200 })
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout' })
})

test('ends with a timeout when the TLS handshake hangs', async () => {
  const port = await startRawServer(() => undefined)
  const outcome = await newSender().post(`https://127.0.0.1:${port}`, { timeoutMs: 150 })
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout' })
})

test('tells a server that is down, and reaches it again when it is back', async () => {
  const receiver = await newReceiver()
  const { post } = newSender()
  expect(await post(receiver.url)).toHaveProperty('kind', 'answered')
  await receiver.stop()
  expect(await post(receiver.url)).toMatchObject({
    kind: 'failed',
    reason: 'refused',
    message: `127.0.0.1:${receiver.port} refused the connection (ECONNREFUSED)`,
  })
  await receiver.restart()
  expect(await post(receiver.url)).toHaveProperty('kind', 'answered')
})

test('tells a connection that breaks before the answer', async () => {
  const receiver = await newReceiver({ close: true })
  expect(await newSender().post(receiver.url)).toMatchObject({ kind: 'failed', reason: 'network' })
})

test('tells an answer that is not HTTP', async () => {
  const port = await startRawServer((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n')))
  expect(await newSender().post(`http://127.0.0.1:${port}`)).toMatchObject({
    kind: 'failed',
    reason: 'network',
  })
})

test('tells a body that ends too early', async () => {
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nonly this'
  const port = await startRawServer((socket) => socket.once('data', () => socket.end(answer)))
  expect(await newSender().post(`http://127.0.0.1:${port}`)).toMatchObject({
    kind: 'failed',
    reason: 'network',
  })
})

test('refuses a certificate that nobody vouches for', async () => {
  const seen: unknown[] = []
  const server = createServer(selfSigned, (request) => seen.push(request))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await newSender().post(`https://127.0.0.1:${port}`)).toMatchObject({ kind: 'failed', reason: 'tls' })
  expect(seen).toEqual([])
})

test('tells a server that does not speak TLS', async () => {
  const receiver = await newReceiver()
  const url = receiver.url.replace('http:', 'https:')
  expect(await newSender().post(url)).toMatchObject({ kind: 'failed', reason: 'tls' })
})

test('uses connections again', async () => {
  const ports: (number | undefined)[] = []
  const receiver = await newReceiver((_, response) => {
    ports.push(response.socket?.remotePort)
    return { body: { result: 'ok' } }
  })
  const { post } = newSender()
  for (let i = 0; i < 10; i++) await post(receiver.url)
  // The next request may start a moment before the connection of the last one is free.
  expect(new Set(ports).size).toBeLessThanOrEqual(2)
})

test('is not slowed by another origin that hangs', async () => {
  const hanging = await newReceiver({ hang: true })
  const healthy = await newReceiver()
  const { post } = newSender()
  const stuck = Array.from({ length: 200 }, () => post(hanging.url, { timeoutMs: 4_000 }))
  await hanging.waitFor(200)
  const first = await Promise.race([post(healthy.url), ...stuck])
  expect(first).toHaveProperty('kind', 'answered')
  expect(await Promise.all(stuck)).toHaveLength(200)
})

test('finishes what is in hand when it is closed', async () => {
  const receiver = await newReceiver({ delayMs: 150, body: { result: 'ok' } })
  const { post, close } = newSender()
  let outcome: unknown
  const posted = post(receiver.url).then((value) => {
    outcome = value
  })
  await receiver.waitFor(1)
  await close()
  await posted
  expect(outcome).toMatchObject({ kind: 'answered', status: 200 })
})
