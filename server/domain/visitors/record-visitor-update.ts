import type { Actor } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Visitor } from '../../generated/prisma/client.ts'

/** Announces to screens, bots and programs that the visitor's data changed, in their open chat if there is one. */
export async function recordVisitorUpdate(
  work: Work,
  { id, accountId, channelId }: Visitor,
  actor: Actor,
): Promise<void> {
  const chat = await work.tx.chat.findFirst({ where: { visitorId: id, status: { not: 'CLOSED' } } })
  await work.record({
    accountId,
    kind: 'VISITOR_UPDATED',
    actor,
    channelId: chat?.channelId ?? channelId,
    ...(chat && { chatId: chat.id }),
    subjectId: id,
    visitorId: id,
  })
}
