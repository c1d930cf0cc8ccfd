import type { Tx } from '../../database/client.ts'
import { SYSTEM } from '../../events/actor.ts'
import type { NewEvent } from '../../events/record.ts'
import { transact } from '../../events/transact.ts'
import { type Chat, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { lockAnyChat } from '../chats/lock-chat.ts'
import { isEntrySql } from '../messages/entries/is-entry.ts'
import { tryOn } from '../try-on.ts'
import { type TargetMoment, targetState } from './target-state.ts'
import { isNearSql } from './target-times.ts'

/** The next round takes the rest. */
const BATCH = 100

/**
 * Settles the targets of an account's chats: that one is met, nearly over, or missed, each exactly once. Everything that it
 * needs is stored, so that any process can do it at any time.
 */
export async function watchTargets(services: Services, accountId: string): Promise<void> {
  for (const { id: chatId } of await findDue(services, accountId))
    await tryOn(services, { accountId, chatId }, () => settleTargets(services, chatId))
}

function settleTargets(services: Services, id: string): Promise<void> {
  return transact(services, async (work) => {
    const chat = await lockAnyChat(work.tx, id)
    if (!chat) return
    const [times] = await readTimes(work.tx, id)
    if (!times) return
    const { changes, happened } = targetState(chat, times)
    if (Object.keys(changes).length === 0) return
    await work.tx.chat.update({ where: { id }, data: { ...changes, revision: { increment: 1 } } })
    // Its fact was written without them, if it was written already.
    if (chat.status === 'CLOSED') await work.tx.staleChatFact.create({ data: { chatId: id } })
    await work.recordAll(eventsOf(chat, happened).map((event) => ({ event })))
  })
}

type Happened = ReturnType<typeof targetState>['happened']

function eventsOf({ id: chatId, accountId, channelId }: Chat, happened: Happened): NewEvent[] {
  const event = { accountId, channelId, chatId, actor: SYSTEM }
  if (happened.length === 0) return [{ ...event, kind: 'CHAT_UPDATED', isHidden: true }]
  return happened.map(({ kind, target }) => ({ ...event, kind, data: { target } }))
}

/** When an operator first answered what the visitor had written, and what the clock of the database says. */
function readTimes(tx: Tx, chatId: string): Promise<TargetMoment[]> {
  return tx.$queryRaw`
    SELECT now() AS now, ${FIRST_REPLY} AS "repliedAt" FROM "Chat" chat WHERE chat.id = ${chatId}::uuid`
}

const FIRST_REPLY = Prisma.sql`(
  SELECT min(said."createdAt") FROM "Message" said
  WHERE said."chatId" = chat.id AND said."userId" IS NOT NULL AND ${isEntrySql('said', 'isAnswer')})`

/** The chats of which something is to be settled now. A reply is looked for only where an operator has been. */
function findDue({ db }: Services, accountId: string): Promise<{ id: string }[]> {
  return db.$queryRaw`
    SELECT chat.id FROM "Chat" chat
    CROSS JOIN LATERAL (SELECT ${isNearSql('firstReply')} AS reply, ${isNearSql('closing')} AS closing) near
    WHERE chat."accountId" = ${accountId}::uuid
      AND ((chat."firstReplyDueAt" IS NOT NULL AND chat."firstReplyMet" IS NULL)
        OR (chat."closingDueAt" IS NOT NULL AND chat."closingMet" IS NULL) OR chat."targetNearAt" IS NOT NULL)
      AND (chat.status = 'CLOSED'
        OR (chat."firstReplyMet" IS NULL AND chat."firstReplyDueAt" < now())
        OR (chat."closingMet" IS NULL AND chat."closingDueAt" < now())
        OR (chat."targetNearAt" IS NULL AND (near.closing OR near.reply AND ${FIRST_REPLY} IS NULL))
        OR (chat."acceptedAt" IS NOT NULL AND chat."firstReplyDueAt" IS NOT NULL
          AND (chat."firstReplyMet" IS NULL OR chat."targetNearAt" IS NOT NULL AND NOT near.closing)
          AND ${FIRST_REPLY} IS NOT NULL))
    ORDER BY chat.id LIMIT ${BATCH}`
}
