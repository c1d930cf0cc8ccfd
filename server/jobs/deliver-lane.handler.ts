import { deliverNext } from '../domain/deliveries/deliver-next.ts'
import { handleJob } from './define-job.ts'
import { deliverLane } from './deliver-lane.ts'

export const deliverLaneHandler = handleJob(deliverLane, async ({ services, stopping }, { lane }) => {
  for (;;) {
    // Another process takes the lane over at once when this one is asked to stop.
    if (stopping.aborted) return { runAgainAt: new Date() }
    const next = await deliverNext(services, lane)
    if (next === 'lane-empty') return undefined
    if (next instanceof Date) return { runAgainAt: next }
  }
})
