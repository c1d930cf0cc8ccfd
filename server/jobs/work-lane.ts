import { z } from 'zod'
import { kindOfLane, queueOfKind } from '../outbox/lane.ts'
import { defineJob } from './define-job.ts'

/** Sends the pending items in one lane of the outbox, one after the other. */
export const workLane = defineJob({
  name: 'work-lane',
  queue: ({ lane }) => queueOfKind(kindOfLane(lane)),
  schema: z.object({ lane: z.string() }),
  laneKey: ({ lane }) => lane,
})
