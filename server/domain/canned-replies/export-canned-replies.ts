import type { CannedReply } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { MOST_REPLIES } from './canned-reply-fields.ts'
import { repliesWithin } from './replies-within.ts'

/** The shared canned replies that the viewer can use, or their own, by shortcut. */
export function exportCannedReplies(
  { db }: Services,
  { viewer, shared }: { viewer: Viewer; shared: boolean },
): Promise<CannedReply[]> {
  return db.cannedReply.findMany({
    where: { AND: [repliesWithin(viewer), { ownerId: shared ? null : viewer.userId }] },
    orderBy: { shortcut: 'asc' },
    take: shared ? MOST_REPLIES.shared : MOST_REPLIES.own,
  })
}
