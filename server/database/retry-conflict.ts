import { Prisma } from '../generated/prisma/client.ts'
import { sqlStateOf } from './sql-state.ts'

/** P2002: another transaction wrote the same unique value first. P2034: a deadlock was broken. */
const RETRIED = new Set(['P2002', 'P2034'])
/** The same two, of a raw statement. */
const RETRIED_RAW = /^(23505|40)/
const TRIES = 4

/** Runs a transaction again when a concurrent one was first; the next run sees what that one wrote. */
export async function retryConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isConflict(error) || attempt === TRIES) throw error
    }
  }
}

function isConflict(error: unknown): boolean {
  if (RETRIED_RAW.test(sqlStateOf(error) ?? '')) return true
  return error instanceof Prisma.PrismaClientKnownRequestError && RETRIED.has(error.code)
}
