import type { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'

const shown = { account: { select: { name: true } }, chatApi: true } satisfies Prisma.ChannelInclude

/** A channel with its settings and the account that it belongs to. */
export type InstallationChannel = Prisma.ChannelGetPayload<{ include: typeof shown }>

/** Every channel of the installation, or of one account; for those who run it. */
export function listChannels(
  { db }: Services,
  { accountId }: { accountId: string | null },
): Promise<InstallationChannel[]> {
  return db.channel.findMany({
    where: { deletedAt: null, ...(accountId && { accountId }) },
    include: shown,
    orderBy: [{ accountId: 'asc' }, { createdAt: 'asc' }],
  })
}
