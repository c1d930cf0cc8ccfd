import { describeError } from '../../process/describe-error.ts'
import type { Services } from '../../services.ts'
import { expireChatInvitations } from '../chats/expire-chat-invitations.ts'
import { findClosedHours } from '../hours/find-closed-hours.ts'
import { endVainOffers } from './end-vain-offers.ts'
import { findWaitingChats } from './find-waiting-chats.ts'
import { routeChat } from './route-chat.ts'

/**
 * Routes what waits in every channel that does not simply tell everyone: ends offers that have run out or are in vain, and
 * offers each waiting chat to the next. Everything that it needs is in the database, so that any process can do it at any
 * time, and again after one has died.
 */
export async function routeChats(services: Services): Promise<void> {
  const routed = await services.db.channel.findMany({
    where: { routing: { not: 'EVERYONE' }, deletedAt: null },
    distinct: ['accountId'],
    select: { accountId: true },
  })
  if (routed.length === 0) return
  await expireChatInvitations(services)
  const closedHours = await findClosedHours(services.db)
  for (const { accountId } of routed) {
    await tryOn(services, { accountId }, () => routeAccount(services, accountId, closedHours))
  }
}

async function routeAccount(
  services: Services,
  accountId: string,
  closedHours: readonly string[],
): Promise<void> {
  const connected = await services.presence.readConnectedUsers(accountId)
  await endVainOffers(services, accountId, connected)
  const round = { connected, closedHours }
  for (const chat of await findWaitingChats(services.db, accountId, round)) {
    await tryOn(services, { accountId, chatId: chat.id }, () => routeChat(services, chat, round))
  }
}

/** What fails is tried again in the next round, and nobody else waits for it. */
async function tryOn(
  { log }: Services,
  subject: { accountId: string; chatId?: string },
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    log.warn({ ...subject, ...describeError(error) }, 'waiting chats could not be routed; trying again')
  }
}
