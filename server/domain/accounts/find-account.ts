import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Account } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'

/** The account with this id or, if it is unique, this name. Throws `not_found`, `conflict`. */
export async function findAccount({ db }: Services, { named }: { named: string }): Promise<Account> {
  const where = z.uuid().safeParse(named).success ? { id: named } : { name: named }
  const [account, another] = await db.account.findMany({ where, take: 2 })
  if (!account) throw new AppError('not_found', `There is no account ${named}.`)
  if (another) throw new AppError('conflict', `Several accounts are called ${named}. Use the id.`)
  return account
}
