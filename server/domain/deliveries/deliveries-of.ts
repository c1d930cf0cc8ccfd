import type { Prisma } from '../../generated/prisma/client.ts'
import { type Viewer, within } from '../viewer.ts'
import { CLIENT_REPLY } from './client-reply.ts'

/** The deliveries that a viewer may see: items of the outbox whose receiver is a channel. */
export function deliveriesOf(viewer: Viewer) {
  const { channelId: receiverId, ...where } = within(viewer)
  return {
    kind: CLIENT_REPLY,
    ...where,
    ...(receiverId && { receiverId }),
  } satisfies Prisma.OutboxItemWhereInput
}
