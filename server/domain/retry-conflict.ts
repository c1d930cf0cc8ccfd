import { Prisma } from '../generated/prisma/client.ts'

/** P2002: another transaction wrote the same unique value first. P2034: a deadlock was broken. */
const RETRIED = new Set(['P2002', 'P2034'])
const TRIES = 4

/** Runs a transaction again when a concurrent one was first; the next run sees what that one wrote. */
export async function retryConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const conflict = error instanceof Prisma.PrismaClientKnownRequestError && RETRIED.has(error.code)
      if (!conflict || attempt === TRIES) throw error
    }
  }
}
