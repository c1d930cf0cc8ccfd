import { SYSTEM } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { changeChat } from '../chats/change-chat.ts'
import { lockAnyChat } from '../chats/lock-chat.ts'
import { postNotice } from '../messages/append-message.ts'
import { tryOn } from '../try-on.ts'
import type { RoutingSettings } from './read-routing-settings.ts'
import type { Round } from './round.ts'
import { whileOffered } from './while-offered.ts'

const BATCH = 100

/** A chat that was taken and left keeps its place in the queue, but nobody has failed to take it before. */
const waitsSince = Prisma.sql`greatest(chat."queuedAt",
  (SELECT max(member."leftAt") FROM "ChatMember" member WHERE member."chatId" = chat.id))`

/**
 * Tells the admins, once for each chat, that nobody has taken it for as long as the account says. Outside its hours, a chat
 * waits for nobody.
 */
export async function tellNotTaken(
  services: Services,
  { accountId, notTakenMinutes }: RoutingSettings,
  { closedHours }: Pick<Round, 'closedHours'>,
): Promise<void> {
  if (notTakenMinutes === null) return
  const waiting = await services.db.$queryRaw<{ id: string }[]>`
    SELECT chat.id FROM "Chat" chat LEFT JOIN "WidgetSettings" widget ON widget."channelId" = chat."channelId"
    WHERE chat."accountId" = ${accountId}::uuid AND chat.status = 'QUEUED'
      AND chat."notTakenAt" IS NULL AND ${waitsSince} <= now() - ${notTakenMinutes} * interval '1 minute'
      AND ${whileOffered(closedHours)}
    ORDER BY chat."queuedAt" LIMIT ${BATCH}`
  for (const { id: chatId } of waiting)
    await tryOn(services, { accountId, chatId }, () => tell(services, chatId, notTakenMinutes))
}

function tell(services: Services, chatId: string, minutes: number): Promise<void> {
  return transact(services, async (work) => {
    const chat = await lockAnyChat(work.tx, chatId)
    if (chat?.status !== 'QUEUED' || chat.notTakenAt) return
    await postNotice(work, chat, { kind: 'NOT_TAKEN', minutes })
    await changeChat(work, chatId, { notTakenAt: new Date() }, { kind: 'CHAT_NOT_TAKEN', actor: SYSTEM })
  })
}
