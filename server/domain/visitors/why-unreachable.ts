import type { Channel, Visitor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { channelKinds } from '../channels/kinds/channel-kinds.ts'
import type { Mailing } from '../mail/replies/find-mailing.ts'

/** Why nothing that an operator writes would reach a visitor, in words for the operator. */
export const unreachableReasons = {
  BLACKLISTED: 'This visitor is blacklisted.',
  CHANNEL_DELETED: 'The channel of this visitor was deleted.',
  NOT_ON_WEBSITE: 'This visitor is not on the website at the moment.',
  UNSUBSCRIBED:
    'This visitor is not on the website at the moment, and does not want to get replies by e-mail any more.',
} as const

export type UnreachableReason = keyof typeof unreachableReasons

/**
 * Why an operator cannot begin a chat with this visitor of a channel now; null when they can. `findMailing` tells whether
 * replies can go to them by mail.
 */
export async function whyUnreachable(
  { visitorPresence, mailer }: Services,
  { id, channelId, blacklistedAt }: Visitor,
  { kind, deletedAt }: Pick<Channel, 'kind' | 'deletedAt'>,
  findMailing: (visitorId: string) => Promise<Mailing | undefined>,
): Promise<UnreachableReason | null> {
  if (blacklistedAt) return 'BLACKLISTED'
  if (deletedAt) return 'CHANNEL_DELETED'
  if (channelKinds[kind].replies === 'DELIVERED') return null
  if ((await visitorPresence.areThere([{ channelId, visitorId: id }])).has(id)) return null
  const mailing = mailer ? await findMailing(id) : undefined
  if (!mailing?.mailsReplies) return 'NOT_ON_WEBSITE'
  return mailing.isUnsubscribed ? 'UNSUBSCRIBED' : null
}
