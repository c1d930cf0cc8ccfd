import type { Work } from '../../events/transact.ts'
import type { Visitor } from '../../generated/prisma/client.ts'
import type { NewAuditEntry } from '../audit/audit-entry.ts'

interface VisitorUpdate {
  before: Visitor
  after: Visitor
  actor: NewAuditEntry['actor']
  note?: string
}

/** Writes into a visitor's history what of their data somebody else than an operator has changed. */
export async function auditVisitorUpdate(
  work: Work,
  { before, after, ...rest }: VisitorUpdate,
): Promise<void> {
  const values = ({ name, email, phone, description }: Visitor) => ({ name, email, phone, description })
  await work.audit({
    ...rest,
    action: 'VISITOR_UPDATED',
    subject: { type: 'Visitor', id: after.id },
    before: values(before),
    after: values(after),
  })
}
