import type { Db, Tx } from '../../../database/client.ts'
import { SYSTEM } from '../../../events/actor.ts'
import { transact } from '../../../events/transact.ts'
import { type Chat, Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { changeChat } from '../../chats/change-chat.ts'
import { lockChatRow } from '../../chats/lock-chat-row.ts'
import { findClosedHours } from '../../hours/find-closed-hours.ts'
import { hoursIdSql } from '../../hours/opening-hours-sql.ts'
import { tryOn } from '../../try-on.ts'
import { NOBODY_THERE } from '../outgoing/bot-event.ts'
import { hasOnlineOperator } from './has-online-operator.ts'

/** The sweep does the rest, so that nobody waits for thousands. */
const BATCH = 200
/** Whoever was there within this time may only be reloading a page, or connecting again after a restart of ours. */
const GONE_SECONDS = 30

/**
 * Lets bots go on with the chats that they have invited an operator to, and that nobody has taken, once nobody is there any
 * more (contract, part 6.2: AGENT_UNAVAILABLE). Operators who have all the chats that they may have are there.
 */
export async function continueBots(services: Services): Promise<void> {
  const { db } = services
  const isUsed = await db.bot.findFirst({ where: { enabled: true, deletedAt: null }, select: { id: true } })
  if (!isUsed) return
  const closedHours = await findClosedHours(db)
  for (const chat of await findDeserted(db, { closedHours })) {
    const { id: chatId, accountId } = chat
    await tryOn(services, { accountId, chatId }, async () => {
      // Throws when it cannot be known who is connected: nobody is gone only because Redis is.
      await services.presence.readConnectedUsers(accountId)
      if (!(await hasOnlineOperator(services, chat))) await continueBot(services, { chatId, closedHours })
    })
  }
}

function continueBot(
  services: Services,
  { chatId, closedHours }: { chatId: string; closedHours: readonly string[] },
): Promise<void> {
  return transact(services, async (work) => {
    await lockChatRow(work.tx, chatId)
    // Somebody may have come or taken it while this waited for the lock.
    const [isStillDeserted] = await findDeserted(work.tx, { closedHours, chatId })
    if (!isStillDeserted) return
    await changeChat(
      work,
      chatId,
      { agentUnavailableAt: new Date() },
      { kind: 'CHAT_UPDATED', actor: SYSTEM, data: NOBODY_THERE },
    )
  })
}

/**
 * As far as the database knows: it is outside the hours, or nobody has been there for a while. The first of each account come
 * before the second of any, so that none keeps the others' waiting.
 */
function findDeserted(
  db: Db | Tx,
  { closedHours, chatId }: { closedHours: readonly string[]; chatId?: string },
): Promise<Pick<Chat, 'id' | 'accountId' | 'channelId' | 'departmentId'>[]> {
  const one = chatId ? Prisma.sql`AND c.id = ${chatId}::uuid` : Prisma.empty
  const hours = hoursIdSql({
    accountId: Prisma.sql`c."accountId"`,
    channelId: Prisma.sql`c."channelId"`,
    departmentId: Prisma.sql`c."departmentId"`,
  })
  return db.$queryRaw`
    SELECT c.id, c."accountId", c."channelId", c."departmentId"
    FROM "Bot" b JOIN "Chat" c ON c."accountId" = b."accountId" AND c."botId" = b.id AND c.status = 'QUEUED'
    WHERE b.enabled AND b."deletedAt" IS NULL AND c."handOffReason" = 'BOT_INVITED' AND c."agentUnavailableAt" IS NULL ${one}
      AND NOT EXISTS (
        SELECT FROM "ChatMember" m WHERE m."chatId" = c.id AND m."joinedAt" >= c."queuedAt")
      AND (${hours} = ANY(${[...closedHours]}::uuid[]) OR NOT EXISTS (
        SELECT FROM "ChannelOperator" o JOIN "OperatorPresence" p ON p."userId" = o."userId"
        WHERE o."channelId" = c."channelId" AND p.available
          AND (p."endedAt" IS NULL OR p."endedAt" > now() - ${GONE_SECONDS} * interval '1 second')))
    ORDER BY row_number() OVER (PARTITION BY c."accountId" ORDER BY c."queuedAt"), c."queuedAt"
    LIMIT ${BATCH}`
}
