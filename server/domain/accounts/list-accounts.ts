import type { Services } from '../../services.ts'

/** An account, and how much is in it. */
export interface AccountSummary {
  id: string
  name: string
  users: number
  channels: number
  createdAt: Date
}

/** Every account of the installation, oldest first; for those who run it. */
export async function listAccounts({ db }: Services): Promise<AccountSummary[]> {
  const active = { where: { deactivatedAt: null } }
  const there = { where: { deletedAt: null } }
  const accounts = await db.account.findMany({
    include: { _count: { select: { users: active, channels: there } } },
    orderBy: { createdAt: 'asc' },
  })
  return accounts.map(({ id, name, createdAt, _count }) => ({ id, name, createdAt, ..._count }))
}
