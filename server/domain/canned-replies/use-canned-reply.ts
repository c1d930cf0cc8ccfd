import { orNotFound } from '../../database/or-not-found.ts'
import type { CannedReply } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { repliesWithin } from './replies-within.ts'

/**
 * Counts that a message was made from a canned reply. It is apart from sending, so that no message is refused because its
 * canned reply was deleted meanwhile. Throws `not_found`.
 */
export function useCannedReply(
  { db }: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<CannedReply> {
  const where = { ...repliesWithin(viewer), id }
  return orNotFound(db.cannedReply.update({ where, data: { useCount: { increment: 1 } } }), 'canned reply')
}
