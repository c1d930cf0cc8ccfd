import type { Work } from '../../events/transact.ts'
import type { Visitor } from '../../generated/prisma/client.ts'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import { auditVisitorUpdate } from './audit-visitor-update.ts'
import { keepClientValues } from './client-values.ts'

interface CorrectVisitor {
  before: Visitor
  changes: Partial<Pick<Visitor, 'name' | 'email' | 'phone' | 'description'>>
  actor: NewAuditEntry['actor']
  note?: string
}

/**
 * Changes a visitor's data for anyone but their client, whose earlier values then do not undo the change.
 */
export async function correctVisitor(
  work: Work,
  { before, changes, ...rest }: CorrectVisitor,
): Promise<Visitor> {
  const after = await work.tx.visitor.update({
    where: { id: before.id },
    data: { ...changes, told: keepClientValues(before, changes), updatedAt: new Date() },
  })
  await auditVisitorUpdate(work, { before, after, ...rest })
  return after
}
