import type { Db } from '../../database/client.ts'

/**
 * Whether the installation has no second account. Only then does an admin learn how busy it is and what its checks have
 * found, because figures of everything would tell the admin of one account about the others.
 */
export async function servesOneAccount(db: Db): Promise<boolean> {
  const accounts = await db.account.findMany({ select: { id: true }, take: 2 })
  return accounts.length === 1
}
