import type { Services } from '../services.ts'
import type { OutboxKind } from './outbox-kind.ts'
import type { Slots } from './slots.ts'
import { stepLane } from './step-lane.ts'

interface LaneWork {
  kind: OutboxKind
  slots: Slots
  lane: string
  /** Aborted when the process is asked to stop. */
  stopping: AbortSignal
}

/** A lane that waits for longer is left to the sweep: its job would keep it from being woken by something newer. */
const SOON_MS = 60_000

/** Makes steps in a lane until it is empty or has to wait. Returns when to come back. */
export async function workLane(
  services: Services,
  { kind, slots, lane, stopping }: LaneWork,
): Promise<Date | null> {
  for (;;) {
    // Another process takes the lane over at once when this one is asked to stop.
    if (stopping.aborted) return new Date()
    const next = await stepLane(services, kind, { lane, slots })
    if (next === 'lane-empty') return null
    if (next !== 'go-on') return next.getTime() - Date.now() < SOON_MS ? next : null
  }
}
