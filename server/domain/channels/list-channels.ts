import type { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'

const account = { account: { select: { name: true } } } satisfies Prisma.ChannelInclude

/** A channel and the account that it belongs to. */
export type InstallationChannel = Prisma.ChannelGetPayload<{ include: typeof account }>

/** Every channel of the installation, or of one account; for whoever runs it. */
export function listChannels(
  { db }: Services,
  { accountId }: { accountId: string | null },
): Promise<InstallationChannel[]> {
  return db.channel.findMany({
    where: { deletedAt: null, ...(accountId && { accountId }) },
    include: account,
    orderBy: [{ accountId: 'asc' }, { createdAt: 'asc' }],
  })
}
