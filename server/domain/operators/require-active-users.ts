import type { Db, Tx } from '../../database/client.ts'
import { checkIds } from '../check-ids.ts'
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
  checkIds(ids, { known: found, field, message: 'This operator does not exist or is deactivated.' })
  return [...new Set(ids)]
}
