import { createServer, type Server } from 'node:http'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { Pool } from 'undici'
import { readJson, type VisitorMessage } from './read-json.ts'

/** The server's own, so that as many requests are on their way. */
const CONCURRENCY = 200
const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true }
const JSON_HEADERS = { 'content-type': 'application/json' }

/** A message of which a CRM is told: parse, one job, 200; the job is one POST. Bare BullMQ and undici; nothing is kept. */
export function createWebhookFloor({ redisUrl, crmUrl }: { redisUrl: string; crmUrl: string }): Server {
  const queue = new Queue<VisitorMessage>('floor-webhook', {
    connection: new Redis(redisUrl, { enableAutoPipelining: true }),
    defaultJobOptions: JOB_OPTIONS,
  })
  const crm = new Pool(crmUrl)
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null })
  new Worker<VisitorMessage>(
    'floor-webhook',
    async ({ data: { sender, message } }) => {
      const event = {
        event_name: 'message_created',
        visitor: { number: sender.id },
        message: { type: 'visitor', message: message.text },
      }
      const answer = await crm.request({
        path: '/',
        method: 'POST',
        headers: JSON_HEADERS,
        body: JSON.stringify(event),
      })
      await answer.body.dump()
    },
    { connection, concurrency: CONCURRENCY },
  )
  return createServer(async (request, response) => {
    await queue.add('tell-crm', await readJson<VisitorMessage>(request))
    response.setHeader('content-type', 'application/json').end('{"result":"ok"}')
  })
}
