import type { Channel } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { changeChannel } from './change-channel.ts'

/** Resumes a paused channel. Throws `forbidden`, `not_found`. */
export function resumeChannel(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<Channel> {
  return changeChannel(services, { viewer, id, data: { pausedAt: null } })
}
