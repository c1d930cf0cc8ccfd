import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import type { Visitor } from '../../generated/prisma/client.ts'
import { type Viewer, within } from '../viewer.ts'
import { lockVisitors } from './lock-visitors.ts'

/**
 * Locks a visitor for this transaction. Throws `not_found` for a visitor that the viewer may not see, and
 * `visitor_merged` for one who was merged into another.
 */
export async function lockVisitor(
  tx: Tx,
  { viewer, visitorId, field }: { viewer: Viewer; visitorId: string; field: string },
): Promise<Visitor> {
  await lockVisitors(tx, { accountId: viewer.accountId, ids: [visitorId] })
  const visitor = await tx.visitor.findFirst({
    where: { id: visitorId, ...within(viewer) },
    include: { mergedInto: { select: { number: true } } },
  })
  if (!visitor)
    throw new AppError('not_found', 'This visitor does not exist, or you cannot see them.', { field })
  const { mergedInto, ...row } = visitor
  if (mergedInto)
    throw new AppError('visitor_merged', `This visitor was merged into visitor ${mergedInto.number}.`, {
      field,
    })
  return row
}
