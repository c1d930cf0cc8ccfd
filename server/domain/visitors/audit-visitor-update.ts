import type { Work } from '../../events/transact.ts'
import type { Visitor } from '../../generated/prisma/client.ts'
import type { NewAuditEntry } from '../audit/audit-entry.ts'

interface VisitorUpdate {
  before: Visitor
  after: Visitor
  actor: NewAuditEntry['actor']
  note?: string
}

/** Records changes of a visitor's data by anyone but an operator in the visitor's history. */
export async function auditVisitorUpdate(
  work: Work,
  { before, after, ...rest }: VisitorUpdate,
): Promise<void> {
  await work.audit({
    ...rest,
    action: 'VISITOR_UPDATED',
    subject: { type: 'Visitor', id: after.id },
    before: auditedValues(before),
    after: auditedValues(after),
  })
}

/** What the history tells of a visitor. */
export function auditedValues({ name, email, phone, description }: Visitor) {
  return { name, email, phone, description }
}
