import type { Work } from '../../../events/transact.ts'
import type { Visitor } from '../../../generated/prisma/client.ts'
import { auditOwnUpdate } from '../../visitors/audit-own-update.ts'
import { clientValuesOf, providedDataOf } from '../../visitors/client-values.ts'
import { recordVisitorUpdate } from '../../visitors/record-visitor-update.ts'

type ContactInfo = Partial<Record<'name' | 'email' | 'phone' | 'description', string | null>>

/**
 * Stores what a visitor whom the transaction holds has said of themselves, as it was parsed. Empty fields change
 * nothing.
 */
export async function saveContactInfo(work: Work, before: Visitor, parsed: ContactInfo): Promise<Visitor> {
  const given = Object.entries(parsed).filter(([, value]) => value !== null)
  const said: Partial<Record<string, unknown>> = providedDataOf(before)
  if (given.every(([field, value]) => said[field] === value)) return before
  const changes = Object.fromEntries(given)
  const told = Object.entries(clientValuesOf(before)).filter(([field]) => !(field in changes))
  const after = await work.tx.visitor.update({
    where: { id: before.id },
    data: { ...changes, told: Object.fromEntries(told), updatedAt: new Date() },
  })
  await auditOwnUpdate(work, { before, after })
  await recordVisitorUpdate(work, after, { type: 'VISITOR', id: before.id })
  return after
}
