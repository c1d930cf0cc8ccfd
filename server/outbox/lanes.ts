import type { Services } from '../services.ts'
import { kindOfLane } from './lane.ts'
import type { OutboxKind } from './outbox-kind.ts'
import { Slots } from './slots.ts'
import { workLane } from './work-lane.ts'

/** Works the lanes of this process; each kind has slots of its own. */
export class Lanes {
  readonly #services: Services
  readonly #kinds: Map<string, { kind: OutboxKind; slots: Slots }>

  constructor(services: Services, kinds: readonly OutboxKind[]) {
    this.#services = services
    this.#kinds = new Map(kinds.map((kind) => [kind.name, { kind, slots: new Slots(kind.perReceiver) }]))
  }

  /** Returns when to come back to the lane; null when nothing is left in it. */
  async work(lane: string, stopping: AbortSignal): Promise<Date | null> {
    const known = this.#kinds.get(kindOfLane(lane))
    // A newer process knows it.
    if (!known) return null
    return workLane(this.#services, { ...known, lane, stopping })
  }
}
