import { orNotFound } from '../../../database/or-not-found.ts'
import { AppError } from '../../../errors.ts'
import { actorOf } from '../../../events/actor.ts'
import { transact, type Work } from '../../../events/transact.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { requireAction } from '../../chats/chat-actions.ts'
import { lockChat } from '../../chats/lock-chat.ts'
import { checkAll } from '../../check-all.ts'
import type { Viewer } from '../../viewer.ts'
import { WEBHOOK } from '../sending/webhook.ts'

interface AssignChat {
  viewer: Viewer
  chatId: string
  /** The endpoint whose answer contains the link. */
  endpointId: string
}

/**
 * Binds a chat to the CRM card of an endpoint's answer: the endpoint gets `chat_assigned` once, however often the
 * button is pressed, unless it failed. While it waits for its next attempt, that attempt is made immediately. Throws
 * `not_found`, `not_in_chat`, `chat_closed`, and `invalid_request` when there is no card to bind it to.
 */
export async function assignChat(
  services: Services,
  { viewer, chatId, endpointId }: AssignChat,
): Promise<Chat> {
  const { accountId, userId } = viewer
  return transact(services, async (work) => {
    const where = { id: endpointId, accountId, deletedAt: null }
    // Before the chat. Whoever switches it off waits, and then finds what is pending.
    await work.tx.$queryRaw`
      SELECT 1 FROM "WebhookEndpoint" WHERE id = ${endpointId}::uuid AND "accountId" = ${accountId}::uuid FOR SHARE`
    const [chat, endpoint] = await checkAll(
      () => lockChat(work.tx, viewer, chatId),
      () => orNotFound(work.tx.webhookEndpoint.findFirstOrThrow({ where }), 'endpoint', 'input.endpointId'),
    )
    requireAction(chat, viewer, 'ASSIGN_CARD')
    const answer = await work.tx.crmAnswer.findFirst({ where: { chatId, endpointId } })
    if (!endpoint.enabled || !answer?.enableAssign || answer.crmLink === null) {
      throw new AppError('invalid_request', 'There is no CRM card that this chat could be bound to.', {
        field: 'input.endpointId',
      })
    }
    if (answer.assignState === 'ASSIGNED') return chat
    if (answer.assignState === 'PENDING') {
      await tryNow(work, { chatId, endpointId })
      return chat
    }
    await work.tx.crmAnswer.update({
      where: { id: answer.id },
      data: {
        assignState: 'PENDING',
        assignReason: null,
        assignedById: userId,
        assignedAt: new Date(),
        updatedAt: new Date(),
      },
    })
    await work.record({
      accountId,
      kind: 'CRM_CARD_ASSIGNED',
      actor: actorOf(viewer),
      channelId: chat.channelId,
      chatId,
      subjectId: endpointId,
      data: { operatorId: userId, assignTo: answer.crmLink },
    })
    return chat
  })
}

/** One whose attempts have failed so far need not wait for the next; one that is being sent is left alone. */
async function tryNow(work: Work, { chatId, endpointId }: Pick<AssignChat, 'chatId' | 'endpointId'>) {
  const now = new Date()
  const waiting = await work.tx.outboxItem.updateManyAndReturn({
    where: {
      kind: WEBHOOK,
      chatId,
      receiverId: endpointId,
      event: 'chat_assigned',
      state: 'PENDING',
      nextAttemptAt: { gt: now },
      OR: [{ claimedUntil: null }, { claimedUntil: { lt: now } }],
    },
    data: { nextAttemptAt: now },
  })
  for (const { lane } of waiting) work.wake(lane)
}
