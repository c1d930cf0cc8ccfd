import type { Channel } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { changeChannel } from './change-channel.ts'
import { createPublicId } from './create-public-id.ts'

/**
 * Gives the channel a new SVC_PUBLIC_ID: its address changes, and so does the address for replies. Throws
 * `forbidden`, `not_found`.
 */
export function rotateChannelPublicId(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<Channel> {
  return changeChannel(services, { viewer, id, data: { publicId: createPublicId() } })
}
