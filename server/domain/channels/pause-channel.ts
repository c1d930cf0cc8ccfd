import type { Channel } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { changeChannel } from './change-channel.ts'

/**
 * Stops a channel for a while: its status is 0, and a message gets 503, which tells the client to send it again
 * later. Throws `forbidden`, `not_found`.
 */
export function pauseChannel(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<Channel> {
  return changeChannel(services, { viewer, id, data: { pausedAt: new Date() } })
}
