import { z } from 'zod'
import { orNotFound } from '../../database/or-not-found.ts'
import type { Channel } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { changeChannel } from './change-channel.ts'
import { channelFields } from './channel-fields.ts'

interface TrustMediaHosts {
  viewer: Viewer
  id: string
  hosts: readonly string[]
}

/**
 * Has the pictures, stickers and videos of these hosts shown to the operators of a channel without asking; hosts that
 * are listed already stay. Throws `forbidden`, `not_found`, `invalid`, `too_long`.
 */
export async function trustMediaHosts(
  services: Services,
  { viewer, id, hosts }: TrustMediaHosts,
): Promise<Channel> {
  requireAdmin(viewer)
  const where = { id, accountId: viewer.accountId, deletedAt: null }
  const { mediaHosts } = await orNotFound(services.db.channel.findUniqueOrThrow({ where }), 'channel')
  const all = parseInput(z.object({ hosts: channelFields.mediaHosts }), { hosts: [...mediaHosts, ...hosts] })
  const added = all.hosts.filter((host) => !mediaHosts.includes(host))
  // Pushed, because another admin may add one of theirs at the same time.
  return changeChannel(services, { viewer, id, data: { mediaHosts: { push: added } } })
}
