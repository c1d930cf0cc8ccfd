import type { Base, Outgoing } from '../core.ts'
import { toJson } from '../loader/to-json.ts'

/** A message with everything that it was written with. */
export interface QueuedMessage extends Outgoing {
  idempotencyKey: string
  invite?: string | undefined
  department?: number | undefined
  /** The visitor's number: the browser may become somebody else's. */
  by?: number
}

// Another tab may have stored its own in the meantime.
const read = ({ storage }: Base): QueuedMessage[] => JSON.parse(storage.get('outbox') ?? '[]')

/** What this visitor wrote, and what was neither accepted nor taken back. */
export const queuedMessagesOf = (base: Base): QueuedMessage[] =>
  read(base).filter(({ by }) => !by || by === base.state.visitorNumber)

/** Keeps a message of this visitor in the place of the one with its key; without a message, forgets that. */
export function keepMessage(base: Base, key: string, ...message: Partial<QueuedMessage>[]): void {
  const queued = [
    ...read(base).filter(({ idempotencyKey }) => idempotencyKey !== key),
    ...message.map((kept) => ({ by: base.state.visitorNumber, ...kept, idempotencyKey: key })),
  ]
  base.storage.set('outbox', queued[0] ? toJson(queued) : null)
}
