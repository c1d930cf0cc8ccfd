import type { Tx } from '../../database/client.ts'
import type { Account, User } from '../../generated/prisma/client.ts'

interface NewAccount {
  name: string
  /** The e-mail address in lower case, the password's hash. */
  admin: { name: string; email: string; passwordHash: string }
}

/** Creates an account with its first admin. The e-mail address must be free. */
export async function createAccount(
  tx: Tx,
  { name, admin }: NewAccount,
): Promise<{ account: Account; admin: User }> {
  const account = await tx.account.create({ data: { name } })
  return {
    account,
    admin: await tx.user.create({ data: { ...admin, accountId: account.id, role: 'ADMIN' } }),
  }
}
