import { handleJob } from './handle-job.ts'
import { workLane } from './work-lane.ts'

export const workLaneHandler = handleJob(workLane, async ({ lanes, stopping }, { lane }) => {
  const runAgainAt = await lanes.work(lane, stopping)
  return runAgainAt ? { runAgainAt } : undefined
})
