import { createServer, type Server } from 'node:http'
import { Redis } from 'ioredis'
import { Pool } from 'undici'
import { createInsert } from './insert-message.ts'
import { readJson } from './read-json.ts'

interface Reply {
  variables: { input: { chatId: string; text: string } }
}

/** An operator's reply: parse, one INSERT, one PUBLISH, one POST to the client's server, 200. */
export async function createReplyFloor({
  databaseUrl,
  redisUrl,
  clientUrl,
}: {
  databaseUrl: string
  redisUrl: string
  clientUrl: string
}): Promise<Server> {
  const insert = await createInsert(databaseUrl)
  const publisher = new Redis(redisUrl)
  const client = new Pool(clientUrl)
  return createServer(async (request, response) => {
    const { chatId, text } = (await readJson<Reply>(request)).variables.input
    const id = await insert(chatId, text)
    void publisher.publish('floor-reply', text)
    const body = JSON.stringify({ recipient: { id: chatId }, message: { type: 'text', id, text } })
    const headers = { 'content-type': 'application/json' }
    const { body: answer } = await client.request({ path: '/', method: 'POST', headers, body })
    await answer.dump()
    response.setHeader('content-type', 'application/json').end('{"result":"ok"}')
  })
}
