import type { Channel } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { changeChannel } from './change-channel.ts'
import { createChannelSecret } from './channel-address.ts'

/**
 * Gives the address of a chat channel a new random string; the old address returns 404 immediately. Throws
 * `forbidden`, `not_found`.
 */
export function rotateChannelSecret(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<Channel> {
  return changeChannel(services, {
    viewer,
    id,
    data: { chatApi: { update: createChannelSecret(services.env) } },
  })
}
