import type { Db, Tx } from '../../database/client.ts'
import { SYSTEM } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { noteGoneOperators } from '../operators/note-gone-operators.ts'
import { tryOn } from '../try-on.ts'
import { departChat } from './depart-chat.ts'
import { endInvitations } from './end-invitations.ts'
import { lockAnyChat } from './lock-chat.ts'

/** The sweep returns the rest, so that nobody waits for hundreds. */
const BATCH = 200

/**
 * Chats that were left alone wait again, each once: the operators leave, who are told when they return
 * (`ChatMember.leftAloneAt`), and the chat has its earlier place in the queue.
 */
export async function returnLeftChats(services: Services): Promise<void> {
  await noteGoneOperators(services)
  for (const chatId of await findLeftAlone(services.db))
    await tryOn(services, { chatId }, () => returnChat(services, chatId))
}

function returnChat(services: Services, id: string): Promise<void> {
  return transact(services, async (work) => {
    const chat = await lockAnyChat(work.tx, id)
    // Somebody may have come back, answered or taken it over while this waited for the lock.
    const [isStillAlone] = await findLeftAlone(work.tx, id)
    if (!chat || !isStillAlone) return
    await endInvitations(work, [chat], SYSTEM)
    const leftAloneAt = new Date()
    for (const { userId } of chat.members) {
      const notice = { kind: 'LEFT_ALONE', actorId: userId } as const
      await departChat(work, chat, { userId, actor: SYSTEM, notice, leftAloneAt })
    }
  })
}

/**
 * The chats whose operators have all been gone for as long as the account says, and whose visitor wrote something that
 * none of them has read or answered. Somebody who wrote in the chat in the meantime is there, whatever their presence
 * is: programs have none. The first of each account come before the second of any, so that none keeps the others' waiting.
 */
async function findLeftAlone(db: Db | Tx, id?: string): Promise<string[]> {
  const one = id ? Prisma.sql`AND c.id = ${id}::uuid` : Prisma.empty
  const since = Prisma.sql`now() - a."leftAloneMinutes" * interval '1 minute'`
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT c.id FROM "Chat" c JOIN "Account" a ON a.id = c."accountId"
    WHERE c.status = 'ACTIVE' AND a."leftAloneMinutes" IS NOT NULL ${one}
      AND c.id IN (
        SELECT m."chatId" FROM "User" u JOIN "ChatMember" m ON m."userId" = u.id AND m."leftAt" IS NULL
        WHERE u."goneAt" IS NOT NULL)
      AND NOT EXISTS (
        SELECT FROM "ChatMember" m JOIN "User" u ON u.id = m."userId"
        WHERE m."chatId" = c.id AND m."leftAt" IS NULL
          AND (u."goneAt" IS NULL OR greatest(u."goneAt", m."joinedAt") > ${since}
            OR EXISTS (SELECT FROM "Message" said
              WHERE said."chatId" = c.id AND said."userId" = u.id AND said."createdAt" > ${since})
            OR EXISTS (SELECT FROM "ChatRead" r
              WHERE r."chatId" = c.id AND r."userId" = u.id AND r."lastSeq" >= c."lastVisitorSeq")))
      AND NOT EXISTS (
        SELECT FROM "Message" said
        WHERE said."chatId" = c.id AND said.seq > c."lastVisitorSeq" AND said.author = 'OPERATOR')
    ORDER BY row_number() OVER (PARTITION BY c."accountId" ORDER BY c.id DESC), c.id DESC
    LIMIT ${BATCH}`
  return found.map((chat) => chat.id)
}
