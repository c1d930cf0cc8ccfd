import { orNotFound } from '../../database/or-not-found.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { lockSavedView } from './lock-saved-view.ts'
import { tellViewChanged } from './tell-view-changed.ts'
import { editableBy } from './views-of.ts'

/** Deletes a saved view for everyone: its maker, or an admin if it is shared. Throws `not_found`. */
export function deleteSavedView(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<string> {
  return transact(services, async (work) => {
    const before = await lockSavedView(work.tx, {
      id,
      accountId: viewer.accountId,
      where: editableBy(viewer),
      field: 'input.id',
    })
    await orNotFound(work.tx.savedView.delete({ where: { id } }), 'view')
    await tellViewChanged(work, { viewer, kind: 'SAVED_VIEW_DELETED', before })
    return id
  })
}
