import type { Base, Outgoing } from '../core.ts'
import { toJson } from '../loader/to-json.ts'

/** A message with everything that it was written with. */
export interface Letter extends Outgoing {
  idempotencyKey: string
  invite?: string | undefined
  department?: number | undefined
  /** The visitor's number: the browser may become somebody else's. */
  by?: number
}

// Another tab may have stored its own in the meantime.
const read = ({ storage }: Base): Letter[] => JSON.parse(storage.get('outbox') ?? '[]')

/** What this visitor wrote, and what was neither accepted nor taken back. */
export const lettersOf = (base: Base): Letter[] =>
  read(base).filter(({ by }) => !by || by === base.state.visitorNumber)

/** Keeps a letter in the place of the one with its key; without a letter, forgets that. */
export function keepLetter(base: Base, key: string, ...letter: Letter[]): void {
  const letters = [...read(base).filter(({ idempotencyKey }) => idempotencyKey !== key), ...letter]
  base.storage.set('outbox', letters[0] ? toJson(letters) : null)
}
