import { createServer, type Server } from 'node:http'
import { Redis } from 'ioredis'

/** Whether somebody is there: one GET from Redis, 200. */
export async function createStatusFloor({ redisUrl }: { redisUrl: string }): Promise<Server> {
  const redis = new Redis(redisUrl, { enableAutoPipelining: true })
  await redis.set('floor-status', '1')
  return createServer(async (_request, response) => {
    const status = await redis.get('floor-status')
    response.setHeader('content-type', 'application/json').end(status)
  })
}
