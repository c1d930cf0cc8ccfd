import { createServer, type Server } from 'node:http'
import { WebSocketServer } from 'ws'
import { readJson, type VisitorMessage } from './read-json.ts'

/** Every message to every open socket, stored nowhere. */
export function createBroadcastFloor(): Server {
  const server = createServer(async (request, response) => {
    const { sender, message } = await readJson<VisitorMessage>(request)
    // One buffer for all, as fast as the library can.
    const data = Buffer.from(JSON.stringify({ visitor: sender.id, text: message.text }))
    for (const socket of sockets.clients) socket.send(data, { binary: false })
    response.setHeader('content-type', 'application/json').end('{"result":"ok"}')
  })
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  return server
}
