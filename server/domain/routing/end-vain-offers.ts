import { SYSTEM } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { endInvitations } from '../chats/end-invitations.ts'
import { lockAnyChat } from '../chats/lock-chat.ts'
import { tryOn } from '../try-on.ts'
import { isFull } from './count-answered.ts'

/**
 * Ends the offers of the routing to operators of the account who cannot take them: they are away or offline, or have as
 * many chats as they may by now. They lose only the offer.
 */
export async function endVainOffers(
  services: Services,
  accountId: string,
  connected: ReadonlySet<string>,
): Promise<void> {
  const vain = await services.db.$queryRaw<{ id: string; chatId: string }[]>`
    SELECT offer.id, offer."chatId" FROM "ChatInvitation" offer JOIN "User" person ON person.id = offer."toUserId"
    WHERE offer."accountId" = ${accountId}::uuid AND offer.state = 'PENDING' AND offer."routedBy" IS NOT NULL
      AND (NOT person.available OR NOT person.id = ANY(${[...connected]}::uuid[])
        OR ${isFull(Prisma.sql`person`)})
    ORDER BY offer."chatId"`
  for (const { id, chatId } of vain) {
    const end = () =>
      transact(services, async (work) => {
        const chat = await lockAnyChat(work.tx, chatId)
        if (chat) await endInvitations(work, [chat], SYSTEM, { id })
      })
    await tryOn(services, { accountId, chatId }, end)
  }
}
