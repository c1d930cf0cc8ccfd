import { sendNextBotEvent } from '../domain/bots/outgoing/send-next-bot-event.ts'
import { deliverBotLane } from './deliver-bot-lane.ts'
import { handleJob } from './handle-job.ts'
import { workLane } from './work-lane.ts'

export const deliverBotLaneHandler = handleJob(deliverBotLane, ({ services, stopping }, { chatId }) =>
  workLane(stopping, () => sendNextBotEvent(services, chatId)),
)
