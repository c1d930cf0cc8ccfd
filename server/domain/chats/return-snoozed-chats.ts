import type { Db } from '../../database/client.ts'
import { SYSTEM } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { tryOn } from '../try-on.ts'
import { endSnooze } from './end-snooze.ts'
import { lockAnyChat } from './lock-chat.ts'

/** The next sweep returns the rest, so that nobody waits for hundreds. */
const BATCH = 200

/** Chats whose time has come are in the views again, each once. */
export async function returnSnoozedChats(services: Services): Promise<void> {
  for (const { id, accountId } of await findDue(services.db))
    await tryOn(services, { accountId, chatId: id }, () => returnChat(services, id))
}

function returnChat(services: Services, id: string): Promise<void> {
  return transact(services, async (work) => {
    const chat = await lockAnyChat(work.tx, id)
    // The visitor, an operator or another process may have been faster, or it was snoozed again.
    if (chat?.snoozedUntil && chat.snoozedUntil <= new Date()) await endSnooze(work, chat, SYSTEM)
  })
}

/** The latest of each account first: however many cannot return, those after them have their turn, and so has every account. */
function findDue(db: Db): Promise<{ id: string; accountId: string }[]> {
  return db.$queryRaw`
    SELECT id, "accountId" FROM "Chat" WHERE "snoozedUntil" <= ${new Date()}
    ORDER BY row_number() OVER (PARTITION BY "accountId" ORDER BY "snoozedUntil" DESC), "snoozedUntil" DESC
    LIMIT ${BATCH}`
}
