import type { Services } from '../services.ts'
import { LaneSlots } from './lane-slots.ts'
import { LaneStatements } from './lane-statements.ts'
import type { OutboxKind } from './outbox-kind.ts'

/** Everything that this process needs to work on the lanes of one kind. */
export class KindWorker<Target = unknown> {
  readonly kind: OutboxKind<Target>
  readonly slots: LaneSlots
  readonly statements: LaneStatements<Target>
  /** Lanes that were started without a job. */
  readonly started = new Map<string, Promise<void>>()

  /** `resume` starts a lane that waited for a slot; false when this process is stopping. */
  constructor({ pool, announcer }: Services, kind: OutboxKind<Target>, resume: (lane: string) => boolean) {
    const slots = new LaneSlots(kind, resume)
    this.kind = kind
    this.slots = slots
    this.statements = new LaneStatements({ pool, announcer, kind, busy: () => slots.busy })
  }
}
