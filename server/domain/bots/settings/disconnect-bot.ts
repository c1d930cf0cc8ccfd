import { AppError } from '../../../errors.ts'
import { transact } from '../../../events/transact.ts'
import type { Bot } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { announceAccess } from '../../announce-access.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { handOffOrphans } from '../handover/hand-off-orphans.ts'
import { disconnectBots } from './disconnect-bots.ts'

/**
 * Removes a bot from its channels for good; its chats go to the operators and its token gets 401. The bot
 * itself is kept, because old chats refer to it. Throws `forbidden`, `not_found`.
 */
export async function disconnectBot(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<Bot> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const [disconnected] = await transact(services, (work) => disconnectBots(work, viewer, { id }))
  if (!disconnected) throw new AppError('not_found', 'This bot does not exist.', { field: 'input.id' })
  await announceAccess(services, { accountId })
  await handOffOrphans(services, id)
  return services.db.bot.findUniqueOrThrow({ where: { id } })
}
