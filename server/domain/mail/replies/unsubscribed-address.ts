import { hash } from 'node:crypto'
import type { Db, Tx } from '../../../database/client.ts'
import { Prisma } from '../../../generated/prisma/client.ts'

/** What is stored of an address that gets no more replies: enough to recognize it in its account. */
export function addressHash(accountId: string, email: string): Buffer<ArrayBuffer> {
  return hash('sha256', `${accountId}:${email.trim().toLowerCase()}`, 'buffer') as Buffer<ArrayBuffer>
}

/** The same in SQL. */
export function addressHashSql(accountId: Prisma.Sql, email: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`sha256(convert_to(${accountId}::text || ':' || lower(btrim(${email}, E' \t\r\n')), 'UTF8'))`
}

/** Whether this address gets no more replies of the account. */
export async function isUnsubscribed(db: Db | Tx, accountId: string, email: string): Promise<boolean> {
  const key = { accountId, addressHash: addressHash(accountId, email) }
  return (await db.unsubscribedAddress.findUnique({ where: { accountId_addressHash: key } })) !== null
}
