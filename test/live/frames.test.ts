import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket as Line } from 'node:net'
import type { Duplex } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { nextFrame } from '../../server/live/next-frame.ts'
import { frameSender } from '../../server/live/send-frame.ts'
import { until } from '../support/until.ts'

/** A client and the server's side of its socket. */
async function connect() {
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => client.terminate())
  let line: Line | undefined
  client.once('upgrade', ({ socket }: IncomingMessage) => {
    line = socket
  })
  const messages: string[] = []
  client.on('message', (data) => messages.push(String(data)))
  const [request, stream, head] = (await once(server, 'upgrade')) as [IncomingMessage, Duplex, Buffer]
  const socket = await new Promise<WebSocket>((resolve) =>
    sockets.handleUpgrade(request, stream, head, resolve),
  )
  socket.on('error', () => {})
  await once(client, 'open')
  return { client, line, messages, socket, stream, send: frameSender({ socket, stream }) }
}

/** As long as a message around its result is. */
const AROUND = '{"id":"1","type":"next","payload":""}'.length

test.each([125, 126, 65_535, 65_536])('a message of %i bytes arrives as it is', async (bytes) => {
  const { messages, send } = await connect()
  const text = 'x'.repeat(bytes - AROUND)
  expect(send(nextFrame('1', JSON.stringify(text)))).toBe(true)
  await until(() => expect(messages).toEqual([`{"id":"1","type":"next","payload":"${text}"}`]))
})

test('a message in any script arrives as it is, and so does an id that needs quoting', async () => {
  const { messages, send } = await connect()
  void send(nextFrame('"1"', '{"data":"Grüße 👋 你好"}'))
  await until(() => expect(messages).toHaveLength(1))
  expect(JSON.parse(messages[0] ?? '')).toEqual({
    id: '"1"',
    type: 'next',
    payload: { data: 'Grüße 👋 你好' },
  })
})

test('frames arrive in order with what the library sends', async () => {
  const { messages, socket, send } = await connect()
  void send(nextFrame('1', '1'))
  socket.send('two')
  void send(nextFrame('1', '3'))
  await until(() => expect(messages).toHaveLength(3))
  expect(messages.map((message) => (message === 'two' ? 2 : JSON.parse(message).payload))).toEqual([1, 2, 3])
})

/** Sends a megabyte at a time until the connection takes no more: how often, and whether the last one is written. */
function sendUntilFull(send: ReturnType<typeof frameSender>): { sent: number; written: Promise<boolean> } {
  const frame = nextFrame('1', JSON.stringify('x'.repeat(1_000_000)))
  for (let sent = 1; sent <= 100; sent++) {
    const written = send(frame)
    if (written !== true) return { sent, written: Promise.resolve(written) }
  }
  throw new Error('Everything was taken.')
}

test('a screen that does not read is waited for, and then has everything', async () => {
  const { line, messages, send } = await connect()
  line?.pause()
  const { sent, written } = sendUntilFull(send)
  const turn = new Promise<string>((resolve) => setImmediate(resolve, 'not yet'))
  expect(await Promise.race([written, turn])).toBe('not yet')
  line?.resume()
  expect(await written).toBe(true)
  await until(() => expect(messages).toHaveLength(sent))
})

test('what a screen that is gone does not get was not sent', async () => {
  const { line, socket, stream, send } = await connect()
  line?.pause()
  const { written } = sendUntilFull(send)
  stream.destroy()
  expect(await written).toBe(false)
  await until(() => expect(socket.readyState).not.toBe(WebSocket.OPEN))
  expect(send(nextFrame('1', '1'))).toBe(false)
})
