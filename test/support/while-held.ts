import type { Db } from '../../server/database/client.ts'
import type { Prisma } from '../../server/generated/prisma/client.ts'
import { PATIENCE_MS } from './patience.ts'

/** Does something while a statement holds the rows that it locks, also when processes start slowly meanwhile. */
export function whileHeld<T>(db: Db, lock: Prisma.Sql, run: () => Promise<T>): Promise<T> {
  return db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`
      await tx.$queryRaw(lock)
      return run()
    },
    { timeout: 10 * PATIENCE_MS },
  )
}
