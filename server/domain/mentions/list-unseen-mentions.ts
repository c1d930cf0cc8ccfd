import type { Mention } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { mentionsOf } from './mentions-of.ts'

/** The mentions that the viewer has not seen, latest first. */
export function listUnseenMentions(
  { db }: Services,
  { viewer, limit }: { viewer: Viewer; limit: number },
): Promise<Mention[]> {
  return db.mention.findMany({
    where: { ...mentionsOf(viewer), seenAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
}
