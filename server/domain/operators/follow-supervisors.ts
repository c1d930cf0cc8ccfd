import type { Tx } from '../../database/client.ts'
import type { Work } from '../../events/transact.ts'
import type { Viewer } from '../viewer.ts'
import { depart } from './depart.ts'
import { lockSupervisors } from './lock-supervisors.ts'
import { reachedChannels } from './reached-channels.ts'

/** The channels that each supervisor of the account sees, by their ids. */
export type Supervision = Map<string, string[]>

/**
 * What the supervisors of an account see, before a change of departments or assignments, which no other changes
 * meanwhile. Call it before anything else is locked.
 */
export async function holdSupervision(tx: Tx, accountId: string): Promise<Supervision> {
  await lockSupervisors(tx, accountId)
  return readSupervision(tx, accountId)
}

async function readSupervision(tx: Tx, accountId: string): Promise<Supervision> {
  const rows = await tx.$queryRaw<{ id: string; channelIds: string[] }[]>`
    SELECT u.id, ARRAY(SELECT reached."channelId"::text FROM (${reachedChannels}) reached) AS "channelIds" FROM "User" u
    WHERE u."accountId" = ${accountId}::uuid AND u.supervises AND u.role = 'OPERATOR' AND u."deactivatedAt" IS NULL`
  return new Map(rows.map(({ id, channelIds }) => [id, channelIds]))
}

/** A supervisor who sees other channels than before, and those that they no longer see. */
interface ChangedSupervision {
  userId: string
  lost: string[]
}

/** The supervisors whose channels are others than before a change, in the order of their ids. */
export async function changedSupervision(
  tx: Tx,
  { accountId, before }: { accountId: string; before: Supervision },
): Promise<ChangedSupervision[]> {
  if (before.size === 0) return []
  const now = await readSupervision(tx, accountId)
  const changes = [...before].map(([userId, had]) => {
    const has = now.get(userId) ?? []
    return { userId, lost: had.filter((id) => !has.includes(id)), isSame: has.length === had.length }
  })
  return changes
    .filter(({ lost, isSame }) => lost.length > 0 || !isSame)
    .sort((one, other) => (one.userId < other.userId ? -1 : 1))
}

/**
 * Takes supervisors out of the chats of channels that they no longer see after the change. Returns those who see others
 * than before: the caller announces their access.
 */
export async function followSupervisors(
  work: Work,
  { viewer, before }: { viewer: Viewer; before: Supervision },
): Promise<string[]> {
  const changed = await changedSupervision(work.tx, { accountId: viewer.accountId, before })
  for (const { userId, lost } of changed)
    if (lost.length > 0) await depart(work, { viewer, userId, where: { channelId: { in: lost } } })
  return changed.map(({ userId }) => userId)
}
