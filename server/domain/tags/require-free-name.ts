import type { Tx } from '../../database/client.ts'
import { orTaken } from '../../database/or-taken.ts'
import { AppError } from '../../errors.ts'
import { tagKey } from './tag-fields.ts'

const TAKEN = 'There is already a tag with this name.'
const ARCHIVED = 'There is already a tag with this name. It is archived: an admin can restore it.'
const FIELD = 'input.name'

/** Throws `taken` when the account has another tag of this name, which may be archived. */
export async function requireFreeName(
  tx: Tx,
  { accountId, name, except }: { accountId: string; name: string; except?: string },
): Promise<void> {
  const taken = await tx.tag.findFirst({
    where: { accountId, key: tagKey(name), ...(except && { id: { not: except } }) },
    select: { archivedAt: true },
  })
  if (taken) throw new AppError('taken', taken.archivedAt ? ARCHIVED : TAKEN, { field: FIELD })
}

/** The same for a write, because another one may take the name in the meantime. */
export function orNameTaken<T>(write: Promise<T>): Promise<T> {
  return orTaken(write, TAKEN, FIELD)
}
