import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import { throwAll } from '../check-all.ts'
import { checkIds } from '../check-ids.ts'
import { lockOperators, type OfChannel } from '../operators/lock-operators.ts'
import type { Viewer } from '../viewer.ts'

/** How many operators a note can mention. */
export const MOST_MENTIONED = 20

interface Mentioned {
  viewer: Viewer
  /** Of which channel they must be. */
  of: OfChannel
  ids: readonly string[]
}

/**
 * Locks those whom the viewer mentions in a chat, before the chat, and returns their ids without the viewer's. Throws
 * `too_long` for too many, `not_found`, and `invalid_request` for each who cannot see the chat.
 */
export async function lockMentioned(tx: Tx, { viewer, of, ids }: Mentioned): Promise<string[]> {
  const field = 'input.mentionedIds'
  if (ids.length > MOST_MENTIONED)
    throw new AppError('too_long', `A note can mention at most ${MOST_MENTIONED} operators.`, { field })
  if (ids.length === 0) return []
  const { accountId, userId } = viewer
  const known = await lockOperators(tx, { accountId, ids, of })
  checkIds(ids, { known, field, message: 'This operator does not exist or is deactivated.' })
  const cannotSee = known.filter(({ isAssigned }) => !isAssigned)
  throwAll(
    cannotSee.map(({ id, name }) => {
      const message = `${name} cannot see this chat.`
      return new AppError('invalid_request', message, { field: `${field}.${ids.indexOf(id)}` })
    }),
  )
  return known.map(({ id }) => id).filter((id) => id !== userId)
}
