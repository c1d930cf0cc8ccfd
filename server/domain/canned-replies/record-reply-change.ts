import { actorOf } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { CannedReply } from '../../generated/prisma/client.ts'
import type { Viewer } from '../viewer.ts'

interface ReplyChange {
  viewer: Viewer
  kind: 'CANNED_REPLY_CREATED' | 'CANNED_REPLY_UPDATED' | 'CANNED_REPLY_DELETED'
  reply: Pick<CannedReply, 'id' | 'ownerId' | 'title'>
  before?: object | null
  after?: object | null
}

/**
 * Tells the screens of a changed canned reply, and the audit log if it is shared: what operators keep for themselves is
 * nobody else's business.
 */
export async function recordReplyChange(
  work: Work,
  { viewer, kind, reply: { id, ownerId, title }, before, after }: ReplyChange,
): Promise<void> {
  const { accountId } = viewer
  const event = { accountId, kind, actor: actorOf(viewer), subjectId: id }
  await work.record({ ...event, ...(ownerId !== null && { userId: ownerId }) })
  if (ownerId !== null) return
  await work.audit({
    actor: viewer,
    action: kind,
    subject: { type: 'CannedReply', id, label: title },
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  })
}
