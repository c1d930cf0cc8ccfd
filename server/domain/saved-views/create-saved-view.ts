import { z } from 'zod'
import type { AppError } from '../../errors.ts'
import type { Work } from '../../events/transact.ts'
import type { SavedView, ViewOrder, ViewSharing } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { createOnce } from '../create-once.ts'
import { nameField, parseInput } from '../parse-input.ts'
import type { Viewer } from '../viewer.ts'
import { checkSharing } from './check-sharing.ts'
import { requireRoom, requireSharedRoom } from './require-room.ts'
import { checkReferences, type GivenFilter, viewFields } from './saved-filter.ts'
import { tellViewChanged } from './tell-view-changed.ts'

const fields = z.object({ name: nameField })

interface CreateSavedView {
  viewer: Viewer
  name: string
  filter: GivenFilter
  order: ViewOrder
  sharing?: ViewSharing | null
  departmentId?: string | null
  idempotencyKey?: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/** Saves a view of the inbox. Throws `limit_reached`, and all other errors at once: bad fields, unknown references. */
export function createSavedView(
  services: Services,
  { viewer, problems = [], ...input }: CreateSavedView,
): Promise<SavedView> {
  const { accountId, userId } = viewer
  const once = {
    viewer,
    mutation: 'createSavedView',
    input,
    find: ({ tx }: Work, id: string) => tx.savedView.findFirst({ where: { id, accountId, userId } }),
  }
  return createOnce(services, once, async (work) => {
    const { tx } = work
    const [, { name }, { filter, order }, sharing] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
      () => parseInput(viewFields, input),
      () => checkSharing(tx, viewer, input),
    )
    await checkReferences(tx, viewer, filter)
    await lockAccount(tx, accountId)
    await requireRoom(tx, viewer)
    if (sharing.sharing !== 'PERSONAL') await requireSharedRoom(tx, viewer)
    const view = await tx.savedView.create({ data: { accountId, userId, name, filter, order, ...sharing } })
    await tellViewChanged(work, { viewer, kind: 'SAVED_VIEW_CREATED', after: view })
    return view
  })
}
