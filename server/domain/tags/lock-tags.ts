import type { Tx } from '../../database/client.ts'
import { selectAll } from '../../database/select-all.ts'
import { AppError } from '../../errors.ts'
import type { Tag } from '../../generated/prisma/client.ts'
import { checkIds } from '../check-ids.ts'

export type LockedTag = Pick<Tag, 'id' | 'name' | 'archivedAt'>

/**
 * Locks tags that are about to be put on chats: they cannot be deleted before the transaction ends. Throws `not_found`
 * for each that does not exist.
 */
export async function lockTags(
  tx: Tx,
  { accountId, ids, field }: { accountId: string; ids: readonly string[]; field: string },
): Promise<LockedTag[]> {
  if (ids.length === 0) return []
  const known = await tx.$queryRaw<LockedTag[]>`
    SELECT id, name, "archivedAt" FROM "Tag"
    WHERE id = ANY(${[...ids]}::uuid[]) AND "accountId" = ${accountId}::uuid ORDER BY id FOR KEY SHARE`
  checkIds(ids, { known, field, message: 'This tag does not exist.' })
  return known
}

/** The same for a tag that is about to be changed or deleted: it cannot be put on a chat meanwhile. Throws `not_found`. */
export async function lockTag(tx: Tx, { accountId, id }: { accountId: string; id: string }): Promise<Tag> {
  const [tag] = await tx.$queryRaw<Tag[]>`
    ${selectAll('Tag')} WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid FOR UPDATE`
  if (tag) return tag
  throw new AppError('not_found', 'This tag does not exist.', { field: 'input.id' })
}
