import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { openStores, type TestStores } from '../support/stores.ts'

/** A way to the database that can be cut. */
async function openWay(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const onward = connect(Number(target.port || 5432), target.hostname)
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => undefined).on('close', () => [socket, onward].map((each) => each.destroy()))
    }
    socket.pipe(onward).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    mend: () => {
      isCut = false
    },
    close() {
      cut()
      server.close()
    },
  }
}

let stores: TestStores
let way: Awaited<ReturnType<typeof openWay>>
let app: TestApp
let desk: Desk
beforeAll(async () => {
  stores = await openStores()
  way = await openWay(stores.databaseUrl)
  app = await startTestApp({ stores: { ...stores, databaseUrl: way.url } })
  desk = await openDesk(app)
})
afterAll(async () => {
  await app.close()
  way.close()
  await stores.close()
})

const hello = () => JSON.stringify({ sender: { id: randomUUID() }, message: { type: 'text', text: 'Hello' } })
const upload = () => {
  const form = new FormData()
  form.append('file', new Blob(['text']), 'a.txt')
  return form
}

test('a database that is away is 503 on every REST route, and the next request after it is back is taken', async () => {
  const headers = { cookie: desk.operators[0].cookie, 'x-graphql-yoga-csrf': '1' }
  const ask = async (method: string, path: string, body?: string | FormData) => {
    const { status } = await fetch(app.url + path, { method, headers, ...(body && { body }) })
    return [`${method} ${path.split('/')[1]}`, status]
  }
  expect((await desk.post(hello())).status).toBe(200)
  way.cut()
  const answers = await Promise.all([
    ask('POST', desk.channel.path, hello()),
    ask('GET', `${desk.channel.path}/messages/${randomUUID()}`),
    ask('POST', '/bot/webhooks/provider/token', '{}'),
    ask('GET', '/files/abcdef'),
    ask('POST', '/files', upload()),
    ask('GET', `/visitor-photos/${randomUUID()}/a`),
    ask('GET', '/readyz'),
  ])
  expect(answers.filter(([, status]) => status !== 503)).toEqual([])
  way.mend()
  await expect.poll(async () => (await desk.post(hello())).status).toBe(200)
})
