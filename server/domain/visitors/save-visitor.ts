import type { Work } from '../../events/transact.ts'
import type { Prisma, Visitor } from '../../generated/prisma/client.ts'
import { nextNumber } from '../accounts/next-number.ts'
import type { ChannelEntry } from '../channels/channel-directory.ts'
import { clientValuesOf } from './client-values.ts'
import { type VisitorProfile, visitorKey } from './visitor-profile.ts'

interface SavedVisitor {
  visitor: Visitor
  /** Whether something that operators see has changed, and whether that includes something that webhooks contain. */
  changed: boolean
  isInternal: boolean
  renamed: boolean
}

/**
 * Creates the visitor with the account's next number, or stores what has changed of the `known` one, whom the
 * transaction holds (`lockSurvivor`). Whatever arrives under the id of a visitor who was merged into another belongs to
 * the other, and replies go to that id from then on.
 */
export async function saveVisitor(
  work: Work,
  channel: ChannelEntry,
  profile: VisitorProfile,
  known: Visitor | null,
): Promise<SavedVisitor> {
  const { tx } = work
  if (!known) {
    const visitor = await createVisitor(work, channel, profile)
    return { visitor, changed: false, isInternal: false, renamed: false }
  }
  const told: Partial<Record<string, unknown>> = clientValuesOf(known)
  const news = Object.entries(profile).filter(
    ([field, value]) => value !== (field in told ? told[field] : known[field as keyof Visitor]),
  )
  if (news.length === 0) return { visitor: known, changed: false, isInternal: false, renamed: false }
  const fields = news.map(([field]) => field)
  const rest = Object.fromEntries(Object.entries(told).filter(([field]) => !fields.includes(field)))
  const visitor = await tx.visitor.update({
    where: { id: known.id },
    data: { ...Object.fromEntries(news), told: rest as Prisma.InputJsonObject, updatedAt: new Date() },
  })
  await work.audit({
    actor: { accountId: channel.accountId, type: 'VISITOR', id: known.id },
    action: 'VISITOR_UPDATED',
    subject: { type: 'Visitor', id: known.id },
    before: { name: known.name, email: known.email, phone: known.phone },
    after: { name: visitor.name, email: visitor.email, phone: visitor.phone },
  })
  return {
    visitor,
    changed: fields.some((field) => field !== 'externalId'),
    isInternal: fields.every((field) => field === 'externalId' || field === 'photoUrl'),
    renamed: known.name !== visitor.name,
  }
}

async function createVisitor(
  { tx }: Work,
  { id: channelId, accountId }: ChannelEntry,
  profile: VisitorProfile,
): Promise<Visitor> {
  const number = await nextNumber(tx, accountId, 'lastVisitorNumber')
  return tx.visitor.create({
    data: { ...profile, accountId, channelId, key: visitorKey(profile), number },
  })
}
