import type { Db, Tx } from '../../database/client.ts'
import { checkIds } from '../check-ids.ts'
import { channelsWithin, type Viewer } from '../viewer.ts'

interface ChosenChannels {
  ids: readonly string[]
  field?: string
  /** Chosen before: one that was deleted since, or that the viewer no longer sees, may stay. */
  kept?: readonly string[]
}

/**
 * The ids without duplicates, if the viewer sees all of these channels. Throws `not_found` for every other one, with its
 * index in the field.
 */
export async function requireChannels(
  db: Db | Tx,
  viewer: Viewer,
  { ids, field = 'input.channelIds', kept = [] }: ChosenChannels,
): Promise<string[]> {
  const where = { AND: [channelsWithin(viewer), { id: { in: [...ids] } }] }
  const seen = await db.channel.findMany({ where, select: { id: true } })
  const known = [...seen, ...kept.map((id) => ({ id }))]
  checkIds(ids, { known, field, message: 'This channel does not exist.' })
  return [...new Set(ids)]
}
