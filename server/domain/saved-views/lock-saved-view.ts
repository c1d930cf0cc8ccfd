import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import type { Prisma, SavedView } from '../../generated/prisma/client.ts'

interface SavedViewToChange {
  id: string
  accountId: string
  where: Prisma.SavedViewWhereInput
  field: string
}

/**
 * Locks the saved view with this id among those of `where`: of two who change it, the second sees what the first did.
 * Departments are locked before. Throws `not_found`.
 */
export async function lockSavedView(
  tx: Tx,
  { id, accountId, where, field }: SavedViewToChange,
): Promise<SavedView> {
  await tx.$queryRaw`
    SELECT 1 FROM "SavedView" WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid FOR NO KEY UPDATE`
  const view = await tx.savedView.findFirst({ where: { AND: [where, { id }] } })
  if (view) return view
  throw new AppError('not_found', 'This view does not exist, or it is not yours.', { field })
}
