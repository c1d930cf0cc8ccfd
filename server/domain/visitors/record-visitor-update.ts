import type { Actor } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Visitor } from '../../generated/prisma/client.ts'
import { lockOpenChat } from '../chats/lock-open-chat.ts'

/**
 * Announces to screens, bots and programs that the data of a visitor whom the transaction holds changed, in their open
 * chat if there is one. `isInternal`: nothing changed that webhooks contain, so they are not sent.
 */
export async function recordVisitorUpdate(
  work: Work,
  { id, accountId, channelId }: Visitor,
  actor: Actor,
  { isInternal = false }: { isInternal?: boolean } = {},
): Promise<void> {
  const chat = await lockOpenChat(work.tx, id)
  await work.record({
    accountId,
    kind: 'VISITOR_UPDATED',
    actor,
    channelId: chat?.channelId ?? channelId,
    ...(chat && { chatId: chat.id }),
    subjectId: id,
    visitorId: id,
    ...(isInternal && { data: { isInternal } }),
  })
}
