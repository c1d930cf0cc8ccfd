import type { JobDefinition } from './define-job.ts'
import { deliverBotLaneHandler } from './deliver-bot-lane.handler.ts'
import { deliverBotLane } from './deliver-bot-lane.ts'
import { deliverLaneHandler } from './deliver-lane.handler.ts'
import { deliverLane } from './deliver-lane.ts'
import type { JobHandler } from './handle-job.ts'
import { pruneHandler } from './prune.handler.ts'
import { prune } from './prune.ts'
import { sendTypingHandler } from './send-typing.handler.ts'
import { sendTyping } from './send-typing.ts'
import { sweepHandler } from './sweep.handler.ts'
import { sweep } from './sweep.ts'

/** Every job that can be enqueued. */
export const definitions = [deliverLane, deliverBotLane, sendTyping, sweep, prune] as JobDefinition[]

/** What the workers can do. */
export const handlers: JobHandler[] = [
  deliverLaneHandler,
  deliverBotLaneHandler,
  sendTypingHandler,
  sweepHandler,
  pruneHandler,
]
