import type { Tx } from '../../../database/client.ts'
import { AppError } from '../../../errors.ts'
import type { Call, Visitor } from '../../../generated/prisma/client.ts'
import { lockChannel } from '../../channels/lock-channel.ts'
import { lockOpenChat } from '../../chats/lock-open-chat.ts'
import { readNumber } from '../../read-number.ts'
import { lockSurvivor } from '../../visitors/lock-survivor.ts'
import { visitorsMatching } from '../../visitors/match-visitors.ts'
import { getCallSettings } from '../settings/get-call-settings.ts'
import type { CallReport } from './call-report.ts'

type Parties = Pick<Call, 'channelId' | 'visitorId' | 'chatId'>
type About = Pick<CallReport, 'widget_id' | 'visitor_number'> & { phone: string }

/**
 * The parties of a call that the telephone system started. The visitor is the one that it names, or the one
 * with this number; the channel is the visitor's, or the one that it names, or the first with callbacks, or
 * the account's first: its operators see the call. The channel, the visitor and their open chat are locked. Throws
 * `invalid_request` when the account has no channel.
 */
export async function findParties(tx: Tx, accountId: string, about: About): Promise<Parties> {
  const found = await findVisitor(tx, accountId, about)
  const isKnown = found !== null && (await lockChannel(tx, found.channelId))
  const visitor = isKnown && (await lockSurvivor(tx, { accountId, id: found.id }))
  if (visitor) {
    const chat = await lockOpenChat(tx, visitor.id)
    return { channelId: visitor.channelId, visitorId: visitor.id, chatId: chat?.id ?? null }
  }
  const channelId = await findChannelId(tx, accountId, about)
  if (await lockChannel(tx, channelId)) return { channelId, visitorId: null, chatId: null }
  // It was deleted in the meantime, which is visible now.
  return findParties(tx, accountId, about)
}

async function findVisitor(
  tx: Tx,
  accountId: string,
  { visitor_number, phone }: About,
): Promise<Pick<Visitor, 'id' | 'channelId'> | null> {
  const number = readNumber(visitor_number ?? '')
  if (number !== null) {
    const where = { accountId, number, channel: { deletedAt: null } }
    const visitor = await tx.visitor.findFirst({ where, select: { id: true, channelId: true } })
    if (visitor) return visitor
  }
  if (phone === '') return null
  // The search comes first, because it has the index.
  const [visitor] = await tx.$queryRaw<Pick<Visitor, 'id' | 'channelId'>[]>`
    SELECT "Visitor".id, "Visitor"."channelId" FROM "Visitor"
    JOIN "Channel" ON "Channel".id = "Visitor"."channelId" AND "Channel"."deletedAt" IS NULL
    WHERE "Visitor"."accountId" = ${accountId}::uuid AND ${visitorsMatching(phone)} AND "Visitor".phone = ${phone}
    ORDER BY "Visitor".number DESC LIMIT 1`
  return visitor ?? null
}

async function findChannelId(tx: Tx, accountId: string, { widget_id }: About): Promise<string> {
  const ofAccount = { accountId, deletedAt: null }
  const named = widget_id && (await tx.channel.findFirst({ where: { ...ofAccount, publicId: widget_id } }))
  if (named) return named.id
  const [first] = (await getCallSettings(tx, accountId)).channelIds
  if (first) return first
  const oldest = await tx.channel.findFirst({
    where: ofAccount,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  if (oldest) return oldest.id
  throw new AppError('invalid_request', 'The account has no channel that the call could belong to.')
}
