import { orNotFound } from '../../../database/or-not-found.ts'
import { transact } from '../../../events/transact.ts'
import type { Services } from '../../../services.ts'
import { announceAccess } from '../../announce-access.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { handOffOrphans } from '../handover/hand-off-orphans.ts'
import { disconnectBots } from '../settings/disconnect-bots.ts'
import { forgetAccessTokens } from './access-tokens.ts'

/**
 * Deletes a provider: its address returns 404, its bots are disconnected and their chats go to the operators.
 * The log is kept for its time. Throws `forbidden`, `not_found`.
 */
export async function deleteBotProvider(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<string> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const botIds = await transact(services, async (work) => {
    const where = { id, accountId, deletedAt: null }
    const provider = await orNotFound(
      work.tx.botProvider.update({
        where,
        data: { deletedAt: new Date(), tokenUrl: null, clientId: null, clientSecretEncrypted: null },
      }),
      'bot provider',
    )
    await forgetAccessTokens(work.tx, id)
    await work.audit({
      actor: viewer,
      action: 'BOT_PROVIDER_DELETED',
      subject: { type: 'BotProvider', id, label: provider.name },
    })
    return disconnectBots(work, viewer, { providerId: id })
  })
  await announceAccess(services, { accountId })
  for (const botId of botIds) await handOffOrphans(services, botId)
  return id
}
