import type { Base, Outgoing } from '../core.ts'
import { toJson } from '../loader/to-json.ts'

/** A message with everything that it was written with. */
export interface QueuedMessage extends Outgoing {
  idempotencyKey: string
  invite?: string | undefined
  department?: number | undefined
}

/** Another tab may have stored its own in the meantime; or the page anything. */
function read({ storage }: Base): QueuedMessage[] {
  try {
    const kept: (QueuedMessage | null)[] = JSON.parse(storage.get('outbox') ?? '')
    return kept.filter((message) => message !== null)
  } catch {
    return []
  }
}

/** Whether this visitor wrote it, perhaps before they signed in. */
export const isOwn = ({ state }: Base, { by }: Outgoing): boolean =>
  !by || by === state.visitorNumber || state.mergedNumbers.includes(by)

/** This visitor's messages that were neither accepted nor taken back. */
export const queuedMessagesOf = (base: Base): QueuedMessage[] =>
  read(base).filter((message) => isOwn(base, message))

/** Keeps a message, by default of this visitor, in the place of the one with its key; without one, forgets that. */
export function keepMessage(base: Base, key: string, ...message: Partial<QueuedMessage>[]): void {
  const queued = [
    ...read(base).filter(({ idempotencyKey }) => idempotencyKey !== key),
    ...message.map((kept) => ({ by: base.state.visitorNumber, ...kept, idempotencyKey: key })),
  ]
  base.storage.set('outbox', queued[0] ? toJson(queued) : null)
}
