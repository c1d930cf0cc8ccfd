import type { Db } from '../../database/client.ts'
import { channelsWithin, type Viewer } from '../viewer.ts'

/** The websites that the viewer sees, as the ids of their channels. */
export async function findWebsiteIds({ db }: { db: Db }, viewer: Viewer): Promise<string[]> {
  const where = { ...channelsWithin(viewer), kind: 'WIDGET' as const }
  const websites = await db.channel.findMany({ where, select: { id: true } })
  return websites.map(({ id }) => id)
}
