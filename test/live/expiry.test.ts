import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { closeAt, type Socket } from '../../server/live/socket.ts'

const HOUR = 3_600_000

let server: WebSocketServer
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  for (const socket of server.clients) socket.terminate()
  server.close()
})

test.each([
  ['minutes', HOUR / 4],
  ['hours', 2.5 * HOUR],
])('a socket whose token expires in %s stays open until then', async (_name, ms) => {
  const accepting = once(server, 'connection')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [socket] = (await accepting) as [WebSocket]
  const closed = once(client, 'close')
  closeAt({ socket } as Socket, new Date(Date.now() + ms))
  vi.advanceTimersByTime(ms - 1)
  expect(socket.readyState).toBe(WebSocket.OPEN)
  vi.advanceTimersByTime(1)
  expect((await closed)[0]).toBe(4403)
})
