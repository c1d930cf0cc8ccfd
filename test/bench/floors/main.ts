import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerParent } from '../child.ts'
import { createBotFloor } from './bot.ts'
import { createBroadcastFloor } from './broadcast.ts'
import { createMessageFloor } from './message.ts'
import { createReplyFloor } from './reply.ts'
import { createStatusFloor } from './status.ts'
import { createWebhookFloor } from './webhook.ts'

/** A bare program that does only what cannot be left out. */
export type FloorTask =
  | { kind: 'message'; databaseUrl: string; redisUrl: string | null }
  | { kind: 'reply'; databaseUrl: string; redisUrl: string; clientUrl: string }
  | { kind: 'status'; redisUrl: string }
  | { kind: 'bot'; redisUrl: string; botUrl: string; clientUrl: string }
  | { kind: 'webhook'; redisUrl: string; crmUrl: string }
  | { kind: 'broadcast' }

function create(task: FloorTask): Promise<Server> | Server {
  switch (task.kind) {
    case 'message':
      return createMessageFloor(task)
    case 'reply':
      return createReplyFloor(task)
    case 'status':
      return createStatusFloor(task)
    case 'bot':
      return createBotFloor(task)
    case 'webhook':
      return createWebhookFloor(task)
    case 'broadcast':
      return createBroadcastFloor()
  }
}

answerParent(async (task: FloorTask) => {
  const server = (await create(task)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
})
