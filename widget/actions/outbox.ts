import type { Outgoing } from '../core.ts'
import type { Storage } from '../loader/storage.ts'
import { toJson } from '../loader/to-json.ts'
import { newUuid } from '../new-uuid.ts'

/** A message with everything that it was written with. */
export interface Letter extends Outgoing {
  idempotencyKey: string
  invite?: string | undefined
  department?: number | undefined
}

/** What was written and not yet answered for: it leaves in its order, also after the page was left. */
export interface Outbox<Sent> {
  send(message: Omit<Letter, 'idempotencyKey'> & Outgoing): Promise<Sent>
  /** Sends what an earlier page could not. */
  resume(): void
}

interface OutboxOptions<Sent> {
  storage: Storage
  /** Rejects when it is refused for good. */
  deliver(letter: Letter): Promise<Sent>
}

export function createOutbox<Sent>({ storage, deliver }: OutboxOptions<Sent>): Outbox<Sent> {
  let last: Promise<unknown> = Promise.resolve()
  // Another tab may have stored its own in the meantime.
  const read = (): Letter[] => JSON.parse(storage.get('outbox') ?? '[]')
  const keep = (letters: Letter[]) => storage.set('outbox', letters[0] ? toJson(letters) : null)

  function enqueue(letter: Letter): Promise<Sent> {
    const sent = last.then(() => deliver(letter))
    last = sent
      .catch(() => {})
      .then(() => keep(read().filter(({ idempotencyKey }) => idempotencyKey !== letter.idempotencyKey)))
    return sent
  }

  return {
    send(message) {
      const letter = { ...message, idempotencyKey: message.idempotencyKey ?? newUuid() }
      keep([...read(), letter])
      return enqueue(letter)
    },
    resume() {
      for (const letter of read()) enqueue(letter).catch(() => {})
    },
  }
}
