import { createServer, type Server } from 'node:http'
import { Redis } from 'ioredis'
import { type WebSocket, WebSocketServer } from 'ws'
import { createInsert } from './insert-message.ts'
import { readJson, type VisitorMessage } from './read-json.ts'

/**
 * A visitor's message: parse, one INSERT, one PUBLISH, 200. What is published goes to every socket that is open.
 * Without Redis it goes there directly.
 */
export async function createMessageFloor({
  databaseUrl,
  redisUrl,
}: {
  databaseUrl: string
  redisUrl: string | null
}): Promise<Server> {
  const insert = await createInsert(databaseUrl)
  const sockets = new Set<WebSocket>()
  const push = (text: string) => {
    for (const socket of sockets) socket.send(text)
  }
  const publish = redisUrl ? await connectRedis(redisUrl, push) : push
  const server = createServer(async (request, response) => {
    const { sender, message } = await readJson<VisitorMessage>(request)
    const id = await insert(sender.id, message.text)
    publish(JSON.stringify({ id, visitor: sender.id, text: message.text }))
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ result: 'ok', message_id: id }))
  })
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  return server
}

async function connectRedis(url: string, push: (text: string) => void): Promise<(text: string) => void> {
  const publisher = new Redis(url, { enableAutoPipelining: true })
  const subscriber = new Redis(url)
  subscriber.on('message', (_channel, text) => push(text))
  await subscriber.subscribe('floor')
  return (text) => void publisher.publish('floor', text)
}
