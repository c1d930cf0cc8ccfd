import type { Channel, Visitor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { channelKinds } from '../channels/kinds/channel-kinds.ts'

/** Why nothing that an operator writes would reach a visitor, in words for the operator. */
export const unreachableReasons = {
  BLACKLISTED: 'This visitor is blacklisted.',
  CHANNEL_DELETED: 'The channel of this visitor was deleted.',
  NOT_ON_WEBSITE: 'This visitor is not on the website at the moment.',
} as const

export type UnreachableReason = keyof typeof unreachableReasons

/** Why an operator cannot begin a chat with this visitor of a channel now; null when they can. */
export async function whyUnreachable(
  { visitorPresence }: Services,
  { id, accountId, blacklistedAt }: Visitor,
  { kind, deletedAt }: Pick<Channel, 'kind' | 'deletedAt'>,
): Promise<UnreachableReason | null> {
  if (blacklistedAt) return 'BLACKLISTED'
  if (deletedAt) return 'CHANNEL_DELETED'
  if (channelKinds[kind].replies === 'DELIVERED') return null
  return (await visitorPresence.present(accountId)).has(id) ? null : 'NOT_ON_WEBSITE'
}
