import { transact, type Work } from '../../../events/transact.ts'
import type { Services } from '../../../services.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { type AccountCalls, getCallSettings } from './get-call-settings.ts'

/**
 * Runs a change of an account's call settings while nobody else changes them, and records it in the audit
 * log. Throws `forbidden`.
 */
export function changeCallSettings(
  services: Services,
  viewer: Viewer,
  change: (work: Work, before: AccountCalls) => Promise<unknown>,
): Promise<AccountCalls> {
  requireAdmin(viewer)
  const { accountId } = viewer
  return transact(services, async (work) => {
    const { tx } = work
    // Prisma's `upsert` reads first when it has nothing to update: of two concurrent first changes, one would
    // fail.
    await tx.callSettings.createMany({ data: { accountId, countries: [] }, skipDuplicates: true })
    await tx.$queryRaw`SELECT 1 FROM "CallSettings" WHERE "accountId" = ${accountId}::uuid FOR UPDATE`
    const before = await getCallSettings(tx, accountId)
    await change(work, before)
    const after = await getCallSettings(tx, accountId)
    await work.audit({
      actor: viewer,
      action: 'CALL_SETTINGS_UPDATED',
      subject: { type: 'Account', id: accountId },
      before,
      after,
    })
    return after
  })
}
