import type { Tx } from '../../database/client.ts'
import type { Visitor } from '../../generated/prisma/client.ts'
import { nextNumber } from '../accounts/next-number.ts'
import type { ChannelEntry } from '../channels/channel-directory.ts'
import { type VisitorProfile, visitorKey } from './visitor-profile.ts'

interface SavedVisitor {
  visitor: Visitor
  isNew: boolean
  /** Whether something that operators see has changed. */
  changed: boolean
  renamed: boolean
}

/** Creates the visitor with the account's next number, or takes over what has changed. */
export async function saveVisitor(
  tx: Tx,
  channel: ChannelEntry,
  profile: VisitorProfile,
): Promise<SavedVisitor> {
  const key = visitorKey(profile)
  const where = { channelId_key: { channelId: channel.id, key } }
  const known = await tx.visitor.findUnique({ where })
  if (!known) {
    const number = await nextNumber(tx, channel.accountId, 'lastVisitorNumber')
    const visitor = await tx.visitor.create({
      data: {
        ...profile,
        accountId: channel.accountId,
        channelId: channel.id,
        key,
        number,
      },
    })
    return { visitor, isNew: true, changed: false, renamed: false }
  }
  const changes = Object.entries(profile).filter(([field, value]) => value !== known[field as keyof Visitor])
  if (changes.length === 0) return { visitor: known, isNew: false, changed: false, renamed: false }
  const visitor = await tx.visitor.update({
    where,
    data: { ...Object.fromEntries(changes), updatedAt: new Date() },
  })
  return {
    visitor,
    isNew: false,
    changed: changes.some(([field]) => field !== 'externalId'),
    renamed: known.name !== visitor.name,
  }
}
