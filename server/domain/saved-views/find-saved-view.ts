import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import type { Prisma, SavedView } from '../../generated/prisma/client.ts'

/** The saved view with this id among those of `where`. Throws `not_found`. */
export async function findSavedView(
  tx: Pick<Tx, 'savedView'>,
  { id, where, field }: { id: string; where: Prisma.SavedViewWhereInput; field: string },
): Promise<SavedView> {
  const view = await tx.savedView.findFirst({ where: { AND: [where, { id }] } })
  if (view) return view
  throw new AppError('not_found', 'This view does not exist, or it is not yours.', { field })
}
