import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { Connection } from '../../server/live/connection.ts'
import { createLogger } from '../../server/process/logger.ts'

test('what a client that has vanished no longer gets is not an error', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  let line: Socket | undefined
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  client.once('upgrade', ({ socket }) => {
    line = socket
  })
  const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [
    [WebSocket],
    unknown,
  ]
  socket.on('error', () => {})
  const written = new PassThrough()
  const connection = new Connection(socket, createLogger('info', 'all', written))
  connection.onMessage((data) => connection.send(data))

  // In one turn of the event loop, so that the socket does not know it when the answer is sent.
  const closed = once(socket, 'close')
  line?.resetAndDestroy()
  socket.emit('message', Buffer.from('Hello'), false)
  await closed
  expect(written.read()).toBeNull()
})
