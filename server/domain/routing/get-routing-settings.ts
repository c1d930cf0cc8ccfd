import type { Services } from '../../services.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { type RoutingSettings, readRoutingSettings } from './read-routing-settings.ts'

/** How the account routes its chats. Throws `forbidden`. */
export async function getRoutingSettings(
  { db }: Pick<Services, 'db'>,
  { viewer }: { viewer: Viewer },
): Promise<RoutingSettings> {
  requireAdmin(viewer)
  const { accountId } = viewer
  return readRoutingSettings(accountId, await db.routingSettings.findUnique({ where: { accountId } }))
}
