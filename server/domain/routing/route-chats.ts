import type { Services } from '../../services.ts'
import { expireChatInvitations } from '../chats/expire-chat-invitations.ts'
import { findClosedHours } from '../hours/find-closed-hours.ts'
import { watchTargets } from '../targets/watch-targets.ts'
import { tryOn } from '../try-on.ts'
import { endVainOffers } from './end-vain-offers.ts'
import { findWaitingChats } from './find-waiting-chats.ts'
import { type RoutingSettings, readRoutingSettings } from './read-routing-settings.ts'
import { routeChat } from './route-chat.ts'
import { applyRules } from './rules/apply-rules.ts'
import { findUnruledChats } from './rules/find-unruled-chats.ts'
import { passUnaffected } from './rules/pass-unaffected.ts'
import { tellNotTaken } from './tell-not-taken.ts'

/**
 * Routes what waits in every account that does more than tell everyone: tries its rules, ends offers that have run out or
 * are in vain, offers each waiting chat to the next, and watches the targets. Everything that it needs is in the database,
 * so that any process can do it at any time, and again after one has died. What an earlier round of this process is still
 * doing (`underWay`) is skipped, so that a slow account holds up no other.
 */
export async function routeChats(services: Services, underWay = new Set<string>()): Promise<void> {
  const accounts = await findRouted(services)
  if (accounts.length === 0) return
  await alone(underWay, 'invitations', () => expireChatInvitations(services))
  const closedHours = await findClosedHours(services.db)
  for (const account of accounts) {
    const { accountId } = account
    await alone(underWay, accountId, () =>
      tryOn(services, { accountId }, () => routeAccount(services, account, closedHours)),
    )
  }
}

async function alone(underWay: Set<string>, what: string, run: () => Promise<void>): Promise<void> {
  if (underWay.has(what)) return
  underWay.add(what)
  await run().finally(() => underWay.delete(what))
}

interface RoutedAccount {
  accountId: string
  /** Null: only its channels say how it routes. */
  settings: RoutingSettings | null
}

async function findRouted({ db }: Services): Promise<RoutedAccount[]> {
  const [stored, channels] = await Promise.all([
    db.routingSettings.findMany(),
    db.channel.findMany({
      where: { routing: { not: 'EVERYONE' }, deletedAt: null },
      distinct: ['accountId'],
      select: { accountId: true },
    }),
  ])
  const settings = new Map(stored.map((row) => [row.accountId, readRoutingSettings(row.accountId, row)]))
  const ids = new Set([...settings.keys(), ...channels.map(({ accountId }) => accountId)])
  return [...ids].map((accountId) => ({ accountId, settings: settings.get(accountId) ?? null }))
}

async function routeAccount(
  services: Services,
  { accountId, settings }: RoutedAccount,
  closedHours: readonly string[],
): Promise<void> {
  const connected = await services.presence.readConnectedUsers(accountId)
  if (settings) await tryRules(services, settings)
  await endVainOffers(services, accountId, connected)
  const round = { connected, closedHours }
  for (const chat of await findWaitingChats(services.db, accountId, round)) {
    await tryOn(services, { accountId, chatId: chat.id }, () => routeChat(services, chat, round))
  }
  if (!settings) return
  await tellNotTaken(services, settings, round)
  await watchTargets(services, accountId)
}

async function tryRules(services: Services, settings: RoutingSettings): Promise<void> {
  const { accountId, rules, returnDays, targets } = settings
  if (rules.length === 0 && returnDays === null && targets.length === 0) return
  let chatIds: readonly string[] = (await findUnruledChats(services.db, accountId)).map(({ id }) => id)
  await tryOn(services, { accountId }, async () => {
    chatIds = await passUnaffected(services, settings, chatIds)
  })
  for (const chatId of chatIds) {
    await tryOn(services, { accountId, chatId }, () => applyRules(services, { settings, chatId }))
  }
}
