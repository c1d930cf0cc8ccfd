import type { Services } from '../services.ts'
import { LaneStatements } from './lane-statements.ts'
import type { OutboxKind } from './outbox-kind.ts'
import { Slots } from './slots.ts'

/** A kind whose lanes this process works on. */
export class Worked<Target = unknown> {
  readonly kind: OutboxKind<Target>
  readonly slots: Slots
  readonly statements: LaneStatements<Target>
  /** Lanes that were started without a job. */
  readonly started = new Map<string, Promise<void>>()

  constructor({ pool, announcer }: Services, kind: OutboxKind<Target>) {
    const slots = new Slots(kind.perReceiver)
    this.kind = kind
    this.slots = slots
    this.statements = new LaneStatements({ pool, announcer, kind, busy: () => slots.busy })
  }
}
