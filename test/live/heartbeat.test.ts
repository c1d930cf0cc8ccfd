import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Heartbeat } from '../../server/live/heartbeat.ts'

const EVERY_MS = 10_000

let server: WebSocketServer
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
})
afterEach(() => {
  vi.useRealTimers()
  for (const socket of server.clients) socket.terminate()
  server.close()
})

async function connect(autoPong: boolean): Promise<{ client: WebSocket; accepted: WebSocket }> {
  const { port } = server.address() as AddressInfo
  const accepting = once(server, 'connection')
  const client = new WebSocket(`ws://127.0.0.1:${port}`, { autoPong })
  const [accepted] = (await accepting) as [WebSocket]
  return { client, accepted }
}

test('a socket that does not answer a ping ends with the next one, and those that answer stay', async () => {
  const heartbeat = new Heartbeat(EVERY_MS)
  const [answering, silent, gone] = [await connect(true), await connect(false), await connect(false)]
  for (const { accepted } of [answering, silent]) heartbeat.add(accepted)
  heartbeat.add(gone.accepted)()
  const ended = once(silent.client, 'close')
  for (let round = 0; round < 3; round += 1) {
    const answered = once(answering.accepted, 'pong')
    vi.advanceTimersByTime(EVERY_MS)
    await answered
  }
  await ended
  expect(answering.accepted.readyState).toBe(WebSocket.OPEN)
  expect(gone.accepted.readyState).toBe(WebSocket.OPEN)
  heartbeat.stop()
  expect(vi.getTimerCount()).toBe(0)
})
