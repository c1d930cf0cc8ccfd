import { chatOfBotLane } from '../domain/bots/outgoing/bot-lane.ts'
import { deliverBotLane } from './deliver-bot-lane.ts'
import { deliverLane } from './deliver-lane.ts'
import type { Queues } from './queues.ts'

/** Wakes lanes of both kinds, many at once. */
export async function wakeLanes(queues: Queues, lanes: string[]): Promise<void> {
  const bots = lanes.map(chatOfBotLane).filter((chatId) => chatId !== null)
  const clients = lanes.filter((lane) => chatOfBotLane(lane) === null)
  await Promise.all([
    clients.length > 0 &&
      queues.enqueue(
        deliverLane,
        clients.map((lane) => ({ lane })),
      ),
    bots.length > 0 &&
      queues.enqueue(
        deliverBotLane,
        bots.map((chatId) => ({ chatId })),
      ),
  ])
}
