import { randomUUID } from 'node:crypto'
import { keepReports } from '../../server/domain/reports/keep-reports.ts'
import type { Message } from '../../server/generated/prisma/client.ts'
import type { Services } from '../../server/services.ts'
import type { Desk } from '../support/desk.ts'
import { until } from '../support/until.ts'

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** Something in a chat, this many seconds after its beginning. */
type Said = [
  after: number,
  author: 'VISITOR' | 'OPERATOR' | 'BOT' | 'HANDED_OVER' | 'AUTOMATIC' | 'NOTE' | 'TRANSFERRED',
]

export interface PastChat {
  startedAt: Date
  said: Said[]
  /** Seconds after its beginning. */
  lasts: number
  /** Who accepted it, and when. */
  accepted?: { userId: string; after: number } | undefined
  channelId?: string
  departmentId?: string | null
  tagIds?: string[]
  botId?: string | null
  pageUrl?: string
  country?: string | null
  /** Whom it was handed to, and whether they accepted. */
  transfers?: { toUserId: string; isAccepted: boolean }[]
  /** How many seconds after its beginning its targets were due. */
  targets?: { firstReply: number; closing: number } | null
}

const entries: Record<Said[1], Pick<Message, 'author' | 'type'> & { notice?: object }> = {
  VISITOR: { author: 'VISITOR', type: 'TEXT' },
  OPERATOR: { author: 'OPERATOR', type: 'TEXT' },
  BOT: { author: 'BOT', type: 'TEXT' },
  AUTOMATIC: { author: 'BOT', type: 'AUTOMATIC' },
  NOTE: { author: 'SYSTEM', type: 'NOTE' },
  HANDED_OVER: { author: 'SYSTEM', type: 'NOTICE', notice: { kind: 'BOT_HANDED_OVER' } },
  TRANSFERRED: { author: 'SYSTEM', type: 'NOTICE', notice: { kind: 'TRANSFERRED_TO_DEPARTMENT' } },
}

/** Stores a chat of the past as it would be now, and closes it. Its id. */
export async function addPastChat({ db }: Services, desk: Desk, chat: PastChat): Promise<string> {
  const { startedAt, said, lasts, accepted, channelId = desk.channel.id, targets, transfers = [] } = chat
  const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000)
  const accountId = desk.account.id
  const { lastVisitorNumber: number, lastChatNumber } = await db.account.update({
    where: { id: accountId },
    data: { lastVisitorNumber: { increment: 1 }, lastChatNumber: { increment: 1 } },
  })
  const key = randomUUID()
  const visitor = await db.visitor.create({
    data: { accountId, channelId, number, key, externalId: key, pageUrl: chat.pageUrl ?? null },
  })
  if (chat.country)
    await db.visit.create({
      data: { visitorId: visitor.id, accountId, channelId, geo: { countryCode: chat.country } },
    })
  const { id } = await db.chat.create({
    data: {
      accountId,
      channelId,
      visitorId: visitor.id,
      number: lastChatNumber,
      status: accepted ? 'ACTIVE' : 'QUEUED',
      createdAt: startedAt,
      acceptedAt: accepted ? after(accepted.after) : null,
      departmentId: chat.departmentId ?? null,
      tagIds: chat.tagIds ?? [],
      botId: chat.botId ?? null,
      handOffReason: said.some(([, author]) => author === 'HANDED_OVER') ? 'BOT_INVITED' : null,
      lastSeq: said.length,
      lastActivityAt: after(lasts),
      ...(targets && {
        ...{ firstReplyMinutes: 1, firstReplyDueAt: after(targets.firstReply) },
        ...{ closingMinutes: 1, closingDueAt: after(targets.closing) },
      }),
      invitations: {
        create: transfers.map(({ toUserId, isAccepted }) => ({
          ...{ accountId, kind: 'TRANSFER', fromUserId: toUserId, toUserId, expiresAt: after(lasts) },
          state: isAccepted ? 'ACCEPTED' : 'DECLINED',
        })),
      },
      ...(accepted && {
        members: {
          create: { userId: accepted.userId, joinedAt: after(accepted.after), leftAt: after(lasts) },
        },
      }),
      messages: {
        create: said.map(([seconds, author], index) => ({
          accountId,
          seq: index + 1,
          text: 'Hello',
          createdAt: after(seconds),
          userId: author === 'OPERATOR' && accepted ? accepted.userId : null,
          ...entries[author],
        })),
      },
    },
  })
  await db.chat.update({ where: { id }, data: { status: 'CLOSED', closedAt: after(lasts) } })
  return id
}

/** Sums up until everything of the account is counted. Other processes may hold the reports meanwhile. */
export async function countEverything(services: Services, { account }: Desk): Promise<void> {
  const { db } = services
  await until(async () => {
    await keepReports(services)
    const [{ left } = { left: 1 }] = await db.$queryRaw<{ left: number }[]>`
      SELECT count(*)::int AS left FROM "StaleChatFact" s
      WHERE s."chatId" IN (SELECT id FROM "Chat" WHERE "accountId" = ${account.id}::uuid) OR s.erased`
    const days = await db.staleReportSpan.count({ where: { accountId: account.id, span: 'DAY' } })
    if (left + days > 0) throw new Error('Something is still to be counted.')
  })
}
