import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { SavedView } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import type { Viewer } from '../viewer.ts'
import { lockSavedView } from './lock-saved-view.ts'
import { viewsOf } from './views-of.ts'

/** The most views that one operator pins: the counts of all of them are read at once. */
export const MAX_PINS = 20

interface PinSavedView {
  viewer: Viewer
  id: string
  pinned: boolean
}

/** Pins a saved view for the viewer, so that it is listed first, or unpins it. Throws `not_found`, `limit_reached`. */
export function pinSavedView(services: Services, { viewer, id, pinned }: PinSavedView): Promise<SavedView> {
  const { accountId, userId } = viewer
  return transact(services, async (work) => {
    const { tx } = work
    const view = await lockSavedView(tx, { id, accountId, where: viewsOf(viewer), field: 'input.id' })
    const where = { userId_viewId: { userId, viewId: id } }
    const isPinned = (await tx.savedViewPin.findUnique({ where })) !== null
    if (isPinned === pinned) return view
    if (pinned) {
      await lockAccount(tx, accountId)
      if ((await tx.savedViewPin.count({ where: { userId, view: viewsOf(viewer) } })) >= MAX_PINS)
        throw new AppError('limit_reached', `You can pin at most ${MAX_PINS} views. Unpin one first.`)
      await tx.savedViewPin.createMany({ data: [{ userId, viewId: id }], skipDuplicates: true })
    } else await tx.savedViewPin.deleteMany({ where: { userId, viewId: id } })
    await work.record({
      accountId,
      kind: 'SAVED_VIEW_UPDATED',
      actor: actorOf(viewer),
      subjectId: id,
      userId,
    })
    return view
  })
}
