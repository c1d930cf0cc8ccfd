import type { Services } from '../../services.ts'

/**
 * The widget that the demo page shows when its address names none: the oldest of an installation with one
 * account. With several accounts, one company's website must not lead to another company.
 */
export async function findDemoWidget({ db }: Services): Promise<string | null> {
  const accounts = await db.account.findMany({ take: 2, select: { id: true } })
  const [account] = accounts
  if (!account || accounts.length > 1) return null
  const widget = await db.channel.findFirst({
    where: { accountId: account.id, kind: 'WIDGET' },
    orderBy: { createdAt: 'asc' },
    select: { publicId: true },
  })
  return widget?.publicId ?? null
}
