import { z } from 'zod'
import { defineJob } from './define-job.ts'

/** Delivers what waits in one lane (one visitor), one after the other. */
export const deliverLane = defineJob({
  name: 'deliver-lane',
  queue: 'deliveries',
  schema: z.object({ lane: z.uuid() }),
  laneKey: ({ lane }) => lane,
})
