import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { sendRaw } from '../support/raw-request.ts'

/** Short, so that a test can wait for them. */
const limits = {
  headersMs: 600,
  bodyMs: 600,
  upload: { spanMs: 2_000, bytes: 2_000, wholeMs: 60_000 },
  everyMs: 50,
}

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp({ limits })
  desk = await openDesk(app)
})
afterAll(() => app.close())

/** Writes something again and again until the connection is closed or the test is over. */
function drip(url: string, head: string, chunk: string, everyMs: number) {
  const { hostname, port } = new URL(url)
  const chunks: Buffer[] = []
  const socket: Socket = connect(Number(port), hostname)
  socket.write(head)
  const timer = setInterval(() => socket.write(chunk), everyMs)
  const closed = new Promise<string>((resolve) => {
    socket.on('data', (data) => chunks.push(data))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve(Buffer.concat(chunks).toString())
    })
  })
  onTestFinished(() => void socket.destroy())
  return { closed, socket }
}

const PART_HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
const uploadHead = (length: number) =>
  [
    'POST /files HTTP/1.1',
    'Host: x',
    `Cookie: ${desk.operators[0].cookie}`,
    'x-graphql-yoga-csrf: 1',
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${length}`,
    'Connection: close',
    '',
    PART_HEAD,
  ].join('\r\n')

test('headers that never end are given up', async () => {
  const { closed } = drip(app.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n', 'x-y: z\r\n', 50)
  expect(await closed).toMatch(/^HTTP\/1.1 408 .*"code":"request_timeout"/s)
})

test.each([
  ['the chat channel', () => desk.channel.path],
  ['GraphQL', () => '/graphql'],
])('a body that comes byte by byte is given up on %s', async (_name, path) => {
  const head = `POST ${path()} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`
  const { closed } = drip(app.url, head, ' ', 50)
  expect(await closed).toMatch(/^HTTP\/1.1 408 .*connection: close.*"code":"request_timeout"/is)
})

test('a body that nobody reads because the request is refused is given up too', async () => {
  const head = 'POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'
  expect(await drip(app.url, head, ' ', 50).closed).toMatch(/^HTTP\/1.1 (404|408)/)
})

test('an upload may take longer than other requests, but not come byte by byte', async () => {
  const slow = drip(app.url, uploadHead(100_000), 'x', 50)
  const [thousand, end] = ['x'.repeat(1_000), '\r\n--x--\r\n']
  const steady = drip(app.url, uploadHead(PART_HEAD.length + 100 * thousand.length + end.length), '', 1_000)
  const start = performance.now()
  for (let sent = 0; sent < 100; sent++) {
    steady.socket.write(thousand)
    await delay(40)
  }
  steady.socket.write(end)
  expect(await steady.closed).toMatch(/^HTTP\/1.1 201/)
  expect(performance.now() - start).toBeGreaterThan(2 * limits.bodyMs)
  expect(await slow.closed).toMatch(/^HTTP\/1.1 408/)
})

test('a request that comes at once is taken on the same process', async () => {
  const body = JSON.stringify({ sender: { id: 'a' }, message: { type: 'text', text: 'Hello' } })
  const head = `POST ${desk.channel.path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`
  expect(await sendRaw(app.url, head, body)).toMatch(/^HTTP\/1.1 200/)
})
