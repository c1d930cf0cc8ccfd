import { orNotFound } from '../../database/or-not-found.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { recordReplyChange } from './record-reply-change.ts'
import { repliesChangedBy } from './replies-within.ts'

/**
 * Deletes a canned reply of the viewer's own, or for admins a shared one. Messages that were made from it stay. Throws
 * `not_found`.
 */
export function deleteCannedReply(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<string> {
  return transact(services, async (work) => {
    const where = { ...repliesChangedBy(viewer), id }
    const reply = await orNotFound(work.tx.cannedReply.delete({ where }), 'canned reply')
    await recordReplyChange(work, { viewer, kind: 'CANNED_REPLY_DELETED', reply })
    return id
  })
}
