import type { Tx } from '../../database/client.ts'
import { orTaken } from '../../database/or-taken.ts'
import { AppError } from '../../errors.ts'

const MESSAGE = 'There is already a department with this name.'
const FIELD = 'input.name'

/** Throws `taken` when the account has another department of this name. */
export async function requireFreeName(
  tx: Tx,
  { accountId, name, except }: { accountId: string; name: string; except?: string },
): Promise<void> {
  const taken = await tx.department.findFirst({
    where: { accountId, name: name.trim(), ...(except && { id: { not: except } }) },
    select: { id: true },
  })
  if (taken) throw new AppError('taken', MESSAGE, { field: FIELD })
}

/** The same for a write, because another one may take the name in the meantime. */
export function orNameTaken<T>(write: Promise<T>): Promise<T> {
  return orTaken(write, MESSAGE, FIELD)
}
