import { actorOf } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { SavedView } from '../../generated/prisma/client.ts'
import type { Viewer } from '../viewer.ts'

interface ViewChange {
  viewer: Viewer
  kind: 'SAVED_VIEW_CREATED' | 'SAVED_VIEW_UPDATED' | 'SAVED_VIEW_DELETED'
  before?: SavedView
  after?: SavedView
}

/**
 * Records a change of a saved view. One that others have is a setting of the account, which the audit log and everyone
 * learn of; a personal one concerns only its maker.
 */
export async function tellViewChanged(
  work: Work,
  { viewer, kind, before, after }: ViewChange,
): Promise<void> {
  const view = (after ?? before) as SavedView
  const isShared = [before, after].some((state) => state && state.sharing !== 'PERSONAL')
  if (!isShared) {
    const { accountId, userId } = viewer
    await work.record({ accountId, kind, actor: actorOf(viewer), subjectId: view.id, userId })
    return
  }
  await work.audit({
    actor: viewer,
    action: kind,
    subject: { type: 'SavedView', id: view.id, label: view.name },
    ...(before && after && { before: audited(before) }),
    ...(after && { after: audited(after) }),
  })
}

function audited({ name, sharing, departmentId, filter, order }: SavedView): object {
  return { name, sharing, departmentId, filter, order }
}
