import type { Services } from '../services.ts'
import { isSoon } from './is-soon.ts'
import type { KindWorker } from './kind-worker.ts'
import { stepLane } from './step-lane.ts'

interface LaneWork {
  worker: KindWorker
  lane: string
  /** Aborted when the process is asked to stop. */
  stopping: AbortSignal
}

/** Works on the items of a lane until it is empty or has to wait. Returns when to come back. */
export async function workLane(
  services: Services,
  { worker, lane, stopping }: LaneWork,
): Promise<Date | null> {
  for (;;) {
    // Another process takes over the lane immediately when this one is asked to stop.
    if (stopping.aborted) return new Date()
    const next = await stepLane(services, worker, lane)
    if (next === 'lane-empty' || next === 'lane-waits') return null
    if (next !== 'go-on') return isSoon(next) ? next : null
  }
}
