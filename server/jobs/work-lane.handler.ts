import { handleJob } from './handle-job.ts'
import { workLane } from './work-lane.ts'

export const workLaneHandler = handleJob(workLane, async ({ lanes }, { lane }) => {
  const runAgainAt = await lanes.work(lane)
  return runAgainAt ? { runAgainAt } : undefined
})
