import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WaitingSockets } from '../../server/live/waiting-sockets.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { openSocket } from '../support/graphql-socket.ts'
import { until } from '../support/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A WebSocket whose client says nothing and never answers a close. Resolves with the status of the handshake. */
function openSilent(address: string): Promise<{ status: string; socket: Socket; closed: Promise<void> }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        [
          'GET /graphql HTTP/1.1',
          `Host: ${hostname}:${port}`,
          'Upgrade: websocket',
          'Connection: Upgrade',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Protocol: graphql-transport-ws',
          `X-Forwarded-For: ${address}`,
          '\r\n',
        ].join('\r\n'),
      )
    })
    const closed = new Promise<void>((done) => socket.once('close', () => done()))
    socket.on('error', reject)
    socket.once('data', (data) =>
      resolve({ status: String(data).split(' ')[1] ?? '', socket: socket.resume(), closed }),
    )
  })
}

test('a socket that does not say whose it is ends, even if its client ignores that it is closed', async () => {
  const { status, closed } = await openSilent('192.0.2.1')
  expect(status).toBe('101')
  await closed
})

test('a network has a limited number of them, and others and those who said whose they are do not count', async () => {
  const { operators } = await openDesk(app, { operators: 2 })
  // A machine that needs longer for them than they have to say whose they are tries again.
  await until(async () => {
    const opened = await Promise.all(Array.from({ length: 205 }, () => openSilent('192.0.2.2')))
    const other = await openSilent('192.0.2.3')
    for (const { socket } of [...opened, other]) socket.destroy()
    expect(opened.filter(({ status }) => status === '429')).toHaveLength(5)
    expect(other.status).toBe('101')
  })
  const sockets = operators.flatMap((operator) =>
    Array.from({ length: 101 }, () => openSocket(app.url, operator)),
  )
  for (const socket of sockets) expect((await socket.execute('{ viewer { email } }')).errors).toBeUndefined()
  await Promise.all(sockets.map((socket) => socket.close()))
})

test('a socket that has said whose it is and then closes counts once', () => {
  const waiting = new WaitingSockets(app.services.env)
  const request = { headers: {}, socket: { remoteAddress: '192.0.2.4' } } as IncomingMessage
  const leaves = Array.from({ length: 200 }, () => waiting.enter(request))
  expect(waiting.enter(request)).toBeNull()
  leaves[0]?.()
  leaves[0]?.()
  expect(waiting.enter(request)).not.toBeNull()
  expect(waiting.enter(request)).toBeNull()
})

test('the address of the API loads nothing from elsewhere, also where its schema may be asked for', async () => {
  const open = await startTestApp({ variables: { INTROSPECTION: 'true' } })
  try {
    const response = await fetch(`${open.url}/graphql`, { headers: { accept: 'text/html' } })
    expect(await response.text()).not.toMatch(/<script|https?:/)
  } finally {
    await open.close()
  }
})
