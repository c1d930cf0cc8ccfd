import { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { hoursOf, placeName } from './business-hours.ts'
import { readOpeningHours } from './read-opening-hours.ts'

/**
 * Deletes hours: a channel or department has those of the account again; the account is open at any time. Throws
 * `forbidden`, `not_found`.
 */
export async function deleteBusinessHours(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<string> {
  requireAdmin(viewer)
  const { accountId } = viewer
  await transact(services, async (work) => {
    const where = { id, AND: [hoursOf(accountId)] }
    const hours = await work.tx.businessHours.findFirst({ where })
    const { count } = await work.tx.businessHours.deleteMany({ where })
    if (!hours || count === 0)
      throw new AppError('not_found', 'These hours do not exist.', { field: 'input.id' })
    await work.audit({
      actor: viewer,
      action: 'BUSINESS_HOURS_DELETED',
      subject: { type: 'Account', id: accountId, label: await placeName(work.tx, hours) },
      before: readOpeningHours(hours),
      after: {},
    })
  })
  await announceAccess(services, { accountId })
  return id
}
