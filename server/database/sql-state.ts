import pg from 'pg'
import { Prisma } from '../generated/prisma/client.ts'

/** What Prisma tells of a raw statement that PostgreSQL refused. */
interface Meta {
  driverAdapterError?: { cause?: { originalCode?: string } }
}

/** PostgreSQL's own code (SQLSTATE) for why it refused a raw statement; undefined when the error is another one. */
export function sqlStateOf(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2010') return undefined
  return (error.meta as Meta | undefined)?.driverAdapterError?.cause?.originalCode
}
