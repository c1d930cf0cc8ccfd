import { MINUTE_MS } from '../../durations.ts'
import type { Work } from '../../events/transact.ts'
import type { Visitor } from '../../generated/prisma/client.ts'
import { type AuditChange, changesBetween } from '../audit/audit-change.ts'
import { auditedValues, auditVisitorUpdate } from './audit-visitor-update.ts'

interface OwnUpdate {
  before: Visitor
  after: Visitor
  now?: Date
}

/**
 * Writes into a visitor's history what they have changed themselves; the visitor is locked. Changes within a minute are
 * one entry, unless somebody else did something in between: a program could fill the history otherwise.
 */
export async function auditOwnUpdate(
  work: Work,
  { before, after, now = new Date() }: OwnUpdate,
): Promise<void> {
  const { id, accountId } = after
  const last = await work.tx.auditEntry.findFirst({
    where: { accountId, subjectId: id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  const goesOn =
    last?.action === 'VISITOR_UPDATED' &&
    last.actorType === 'VISITOR' &&
    last.actorId === id &&
    now.getTime() - last.createdAt.getTime() < MINUTE_MS
  if (!goesOn) return auditVisitorUpdate(work, { actor: { accountId, type: 'VISITOR', id }, before, after })
  const asItWas = Object.fromEntries(
    (last.changes as AuditChange[]).map(({ field, before }) => [field, before]),
  )
  const changes = changesBetween({ ...auditedValues(before), ...asItWas }, auditedValues(after))
  await work.tx.auditEntry.update({ where: { id: last.id }, data: { changes } })
}
