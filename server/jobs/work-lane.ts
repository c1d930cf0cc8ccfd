import type { Step } from '../domain/lanes/step-lane.ts'
import type { RunAgain } from './handle-job.ts'

/** Makes steps in a lane until it is empty or has to wait. */
export async function workLane(
  stopping: AbortSignal,
  step: () => Promise<Step>,
): Promise<RunAgain | undefined> {
  for (;;) {
    // Another process takes the lane over at once when this one is asked to stop.
    if (stopping.aborted) return { runAgainAt: new Date() }
    const next = await step()
    if (next === 'lane-empty') return undefined
    if (next instanceof Date) return { runAgainAt: next }
  }
}
