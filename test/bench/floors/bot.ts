import { createServer, type Server } from 'node:http'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { Pool } from 'undici'
import { readJson, type VisitorMessage } from './read-json.ts'

/** The server's own, so that as many requests are on their way. */
const CONCURRENCY = 600
const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true }
const JSON_HEADERS = { 'content-type': 'application/json' }

/**
 * A visitor's message to a bot: parse, one job, 200. The job is one POST to the bot, and one to the client's server
 * when the bot answers something. Bare BullMQ and undici; nothing is kept.
 */
export function createBotFloor({
  redisUrl,
  botUrl,
  clientUrl,
}: {
  redisUrl: string
  botUrl: string
  clientUrl: string
}): Server {
  const queue = new Queue<VisitorMessage>('floor-bot', {
    connection: new Redis(redisUrl, { enableAutoPipelining: true }),
    defaultJobOptions: JOB_OPTIONS,
  })
  const bot = new Pool(botUrl)
  const client = new Pool(clientUrl)
  const send = async (pool: Pool, body: object) => {
    const answer = await pool.request({
      path: '/',
      method: 'POST',
      headers: JSON_HEADERS,
      body: JSON.stringify(body),
    })
    return (await answer.body.json()) as { event?: string; message?: { text: string } }
  }
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null })
  new Worker<VisitorMessage>(
    'floor-bot',
    async ({ data: { sender, message } }) => {
      const event = { event: 'CLIENT_MESSAGE', client_id: sender.id, chat_id: sender.id, message }
      const answer = await send(bot, event)
      if (answer.event) await send(client, { recipient: { id: sender.id }, message: answer.message })
    },
    { connection, concurrency: CONCURRENCY },
  )
  return createServer(async (request, response) => {
    await queue.add('tell-bot', await readJson<VisitorMessage>(request))
    response.setHeader('content-type', 'application/json').end('{"result":"ok"}')
  })
}
