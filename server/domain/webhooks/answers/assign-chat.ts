import { AppError } from '../../../errors.ts'
import { actorOf } from '../../../events/actor.ts'
import { transact } from '../../../events/transact.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { lockChat, requireMember } from '../../chats/lock-chat.ts'
import type { Viewer } from '../../viewer.ts'

interface AssignChat {
  viewer: Viewer
  chatId: string
  /** Whose answer holds the link. */
  endpointId: string
}

/**
 * Binds a chat to the CRM card of an endpoint's answer: the endpoint gets `chat_assigned`, once however often the button
 * is pressed, unless it failed. Throws `not_found`, `not_in_chat`, `chat_closed`, and `invalid_request` when there is no
 * card to bind it to.
 */
export async function assignChat(
  services: Services,
  { viewer, chatId, endpointId }: AssignChat,
): Promise<Chat> {
  const { accountId, userId } = viewer
  return transact(services, async (work) => {
    const chat = await lockChat(work.tx, viewer, chatId)
    requireMember(chat, viewer)
    const endpoint = { accountId, enabled: true, deletedAt: null }
    const answer = await work.tx.crmAnswer.findFirst({ where: { chatId, endpointId, endpoint } })
    if (!answer?.enableAssign || answer.crmLink === null) {
      throw new AppError('invalid_request', 'There is no CRM card that this chat could be bound to.', {
        field: 'input.endpointId',
      })
    }
    if (answer.assignState === 'PENDING' || answer.assignState === 'ASSIGNED') return chat
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
      data: { agentId: userId, assignTo: answer.crmLink },
    })
    return chat
  })
}
