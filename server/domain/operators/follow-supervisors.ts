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

/**
 * Takes supervisors out of the chats of channels that they no longer see after the change. Returns those who see others
 * than before: the caller announces their access.
 */
export async function followSupervisors(
  work: Work,
  { viewer, before }: { viewer: Viewer; before: Supervision },
): Promise<string[]> {
  if (before.size === 0) return []
  const now = await readSupervision(work.tx, viewer.accountId)
  const changed: string[] = []
  for (const userId of [...before.keys()].sort()) {
    const [had = [], has = []] = [before.get(userId), now.get(userId)]
    const lost = had.filter((id) => !has.includes(id))
    if (lost.length > 0) await depart(work, { viewer, userId, where: { channelId: { in: lost } } })
    if (lost.length > 0 || has.length !== had.length) changed.push(userId)
  }
  return changed
}
