import { z } from 'zod'
import { orNotFound } from '../../database/or-not-found.ts'
import type { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { SavedView, ViewOrder, ViewSharing } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { nameField, optional, parseInput } from '../parse-input.ts'
import type { Viewer } from '../viewer.ts'
import { checkSharing } from './check-sharing.ts'
import { lockSavedView } from './lock-saved-view.ts'
import { requireSharedRoom } from './require-room.ts'
import { checkReferences, type GivenFilter, savedFilterOf, viewFields } from './saved-filter.ts'
import { tellViewChanged } from './tell-view-changed.ts'
import { editableBy } from './views-of.ts'

const fields = z.object({ name: optional(nameField) })

interface UpdateSavedView {
  viewer: Viewer
  id: string
  name?: string | null
  /** Replaces the whole filter. */
  filter?: GivenFilter | null
  order?: ViewOrder | null
  /** With `departmentId`, replaces whom it is shared with; a department alone shares it with that department. */
  sharing?: ViewSharing | null
  departmentId?: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Changes the given fields of a saved view: its maker, or an admin if it is shared. Throws `not_found`,
 * `limit_reached`, and all other errors
 * at once: bad fields, unknown references.
 */
export function updateSavedView(
  services: Services,
  { viewer, id, problems = [], ...input }: UpdateSavedView,
): Promise<SavedView> {
  return transact(services, async (work) => {
    const { tx } = work
    const { sharing, departmentId } = input
    const [, { name }, shared, before] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
      () => (sharing || departmentId) && checkSharing(tx, viewer, { sharing, departmentId }),
      () =>
        lockSavedView(tx, { id, accountId: viewer.accountId, where: editableBy(viewer), field: 'input.id' }),
    )
    const given = { filter: input.filter ?? savedFilterOf(before), order: input.order ?? before.order }
    const { filter, order } = parseInput(viewFields, given)
    if (input.filter) await checkReferences(tx, viewer, filter)
    if (shared && shared.sharing !== 'PERSONAL' && before.sharing === 'PERSONAL') {
      await lockAccount(tx, viewer.accountId)
      await requireSharedRoom(tx, viewer)
    }
    const data = { ...(name !== undefined && { name }), filter, order, ...shared }
    const after = await orNotFound(tx.savedView.update({ where: { id }, data }), 'view')
    await tellViewChanged(work, { viewer, kind: 'SAVED_VIEW_UPDATED', before, after })
    return after
  })
}
