import type { Tx } from '../../server/database/client.ts'
import type { Services } from '../../server/services.ts'
import { PATIENCE_MS } from './patience.ts'

/** How many rows of tables and indexes the work reads in its transaction. */
export function rowsRead({ db }: Services, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  return db.$transaction(
    async (tx) => {
      const count = async () => {
        const [row] = await tx.$queryRaw<{ read: number }[]>`
          SELECT sum(pg_stat_get_xact_tuples_returned(oid))::int AS read FROM pg_class
          WHERE relnamespace = 'public'::regnamespace`
        return row?.read ?? 0
      }
      const before = await count()
      await work(tx)
      return (await count()) - before
    },
    { timeout: PATIENCE_MS },
  )
}

/** The services for a piece of work in that transaction. */
export function servicesWithin(services: Services, tx: Tx): Services {
  return { ...services, db: tx } as unknown as Services
}
