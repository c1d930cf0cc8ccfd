import type { Db, Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import { throwAll } from '../check-all.ts'
import { lockOperators } from './lock-operators.ts'

/**
 * The ids without duplicates, if all of them are people of the account who can sign in; in a transaction, they can until
 * its end (`lockOperators`). Throws `not_found` for every other one, with its index in the field.
 */
export async function requireActiveUsers(
  db: Db | Tx,
  { accountId, ids, field }: { accountId: string; ids: readonly string[]; field: string },
): Promise<string[]> {
  const found = await lockOperators(db, { accountId, ids })
  const known = new Set(found.map(({ id }) => id))
  throwAll(
    ids.flatMap((id, index) =>
      known.has(id)
        ? []
        : [
            new AppError('not_found', 'This operator does not exist or is deactivated.', {
              field: `${field}.${index}`,
            }),
          ],
    ),
  )
  return [...known]
}
