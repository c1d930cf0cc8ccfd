import type { Db } from '../../database/client.ts'
import type { Account } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { isEntrySql } from '../messages/entries/is-entry.ts'
import { whereOpen } from '../operator-invitations/invitation-conditions.ts'
import type { Viewer } from '../viewer.ts'

/** What the people of a new account have done already. */
export interface FirstSteps {
  /** The host of the website on which a widget was last seen, other than this installation's own pages. */
  widgetSeenOn: string | null
  hasChat: boolean
  hasColleague: boolean
  hasPhoto: boolean
  isNamed: boolean
}

/** An account with more chats than this is past its first hour, whoever answers them. */
const MOST_CHATS = 200
const MOST_VISITS = 50

/**
 * What has really happened in the viewer's account so far; null once an operator has answered a visitor in it. What an
 * account came with, as the demo account did, is older than the account.
 */
export async function findFirstSteps(
  services: Services,
  { accountId, userId }: Viewer,
): Promise<FirstSteps | null> {
  const { db } = services
  const account = await db.account.findUniqueOrThrow({ where: { id: accountId } })
  const { lastChatNumber, createdAt } = account
  if (lastChatNumber > MOST_CHATS || (await hasAnswered(db, account))) return null
  const renamed = { accountId, action: 'ACCOUNT_UPDATED', changes: { array_contains: [{ field: 'name' }] } }
  const [chat, me, colleague, invitation, entry, widgetSeenOn] = await Promise.all([
    db.chat.findFirst({ where: { accountId, createdAt: { gt: createdAt } }, select: { id: true } }),
    db.user.findUniqueOrThrow({ where: { id: userId } }),
    db.user.findFirst({ where: { accountId, id: { not: userId } }, select: { id: true } }),
    db.userInvitation.findFirst({ where: { accountId, ...whereOpen() }, select: { id: true } }),
    db.auditEntry.findFirst({ where: renamed, select: { id: true } }),
    findWebsite(services, accountId),
  ])
  return {
    widgetSeenOn,
    hasChat: chat !== null,
    hasColleague: colleague !== null || invitation !== null,
    hasPhoto: me.photoId !== null,
    isNamed: entry !== null,
  }
}

/** Whoever takes a chat, or begins one, has not answered yet. */
async function hasAnswered(db: Db, { id, createdAt }: Account): Promise<boolean> {
  const answered = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "Chat" chat
    WHERE chat."accountId" = ${id}::uuid AND EXISTS (
      SELECT 1 FROM "Message" question JOIN "Message" answer ON answer."chatId" = question."chatId"
      WHERE question."chatId" = chat.id AND ${isEntrySql('question', 'botEvent', 'CLIENT_MESSAGE')}
        AND answer.seq > question.seq AND answer."userId" IS NOT NULL AND answer."createdAt" > ${createdAt}
        AND ${isEntrySql('answer', 'isAnswer')})
    LIMIT 1`
  return answered.length > 0
}

async function findWebsite({ db, env }: Services, accountId: string): Promise<string | null> {
  const visits = await db.visit.findMany({
    where: { accountId },
    orderBy: { lastSeenAt: 'desc' },
    take: MOST_VISITS,
    select: { visitor: { select: { pageUrl: true } } },
  })
  const own = new URL(env.http.publicUrl).host
  const hosts = visits.map(({ visitor }) => hostOf(visitor.pageUrl))
  return hosts.find((host) => host !== null && host !== own) ?? null
}

function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).host || null : null
}
