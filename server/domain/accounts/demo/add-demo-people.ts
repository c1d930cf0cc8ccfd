import type { Tx } from '../../../database/client.ts'
import type { User } from '../../../generated/prisma/client.ts'
import { roleColumns } from '../../operators/role.ts'
import { createAccount } from '../create-account.ts'

/** The people of the demo account. */
export interface DemoPeople {
  accountId: string
  admin: User
  operator: User
  supervisor: User
}

/** What they sign in with. */
export interface DemoLogins {
  adminEmail: string
  adminHash: string
  operatorEmail: string
  /** Of the supervisor as well. */
  operatorHash: string
  supervisorEmail: string
}

/** Adds the account and its people. */
export async function addDemoPeople(tx: Tx, logins: DemoLogins): Promise<DemoPeople> {
  const { adminEmail, adminHash, operatorEmail, operatorHash: passwordHash, supervisorEmail } = logins
  const { account, admin } = await createAccount(tx, {
    name: 'Demo',
    admin: { name: 'Admin', email: adminEmail, passwordHash: adminHash },
  })
  const accountId = account.id
  const operator = await tx.user.create({
    data: { accountId, email: operatorEmail, name: 'Operator', passwordHash, ...roleColumns('OPERATOR') },
  })
  const supervisor = await tx.user.create({
    data: {
      accountId,
      email: supervisorEmail,
      name: 'Supervisor',
      passwordHash,
      ...roleColumns('SUPERVISOR'),
    },
  })
  return { accountId, admin, operator, supervisor }
}
