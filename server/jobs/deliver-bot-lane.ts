import { z } from 'zod'
import { defineJob } from './define-job.ts'

/** Sends what waits for the bot of one chat, one event after the other. */
export const deliverBotLane = defineJob({
  name: 'deliver-bot-lane',
  queue: 'bots',
  schema: z.object({ chatId: z.uuid() }),
  laneKey: ({ chatId }) => chatId,
})
