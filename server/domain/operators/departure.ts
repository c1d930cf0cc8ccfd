import type { Prisma } from '../../generated/prisma/client.ts'
import type { Viewer } from '../viewer.ts'

/** A user who loses access to channels. */
export interface Departure {
  /** The admin who removes the access. */
  viewer: Viewer
  userId: string
  /** Of which channels; of all by default. */
  where?: { channelId?: string | { in: string[] } | { notIn: string[] }; channel?: Prisma.ChannelWhereInput }
}
