import { AppError } from '../../../errors.ts'
import { actorOf } from '../../../events/actor.ts'
import { transact } from '../../../events/transact.ts'
import type { Chat } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { auditTaking } from '../../chats/audit-taking.ts'
import { AWAKE } from '../../chats/awake.ts'
import { changeChat } from '../../chats/change-chat.ts'
import { requireAction } from '../../chats/chat-actions.ts'
import { emptyChats } from '../../chats/empty-chats.ts'
import { isMember, lockChat, requireOpen } from '../../chats/lock-chat.ts'
import { postNotice } from '../../messages/append-message.ts'
import type { Viewer } from '../../viewer.ts'

/**
 * Hands a chat over to the channel's bot: the operators leave, and the bot gets the visitor's next message. A
 * member, an admin, or anybody who sees it while it waits. Throws `not_found`, `chat_closed`, `not_in_chat`,
 * `no_bot`.
 */
export function handBackToBot(services: Services, input: { viewer: Viewer; chatId: string }): Promise<Chat> {
  const { viewer, chatId } = input
  return transact(services, async (work) => {
    const chat = await lockChat(work.tx, viewer, chatId)
    requireOpen(chat)
    if (chat.status === 'BOT') return chat
    requireAction(chat, viewer, 'HAND_BACK')
    const bot = await work.tx.bot.findFirst({
      where: { enabled: true, deletedAt: null, channels: { some: { id: chat.channelId } } },
    })
    if (!bot) {
      throw new AppError('no_bot', 'No bot answers on this channel.', { field: 'input.chatId' })
    }
    const actor = actorOf(viewer)
    await emptyChats(work, [chat], actor)
    if (chat.status === 'ACTIVE' && !isMember(chat, viewer))
      await auditTaking(work, chat, { viewer, action: 'CHAT_HANDED_BACK', operatorIds: [] })
    await postNotice(work, chat, { kind: 'BOT_JOINED', actorId: viewer.userId, text: bot.name })
    return changeChat(
      work,
      chatId,
      {
        status: 'BOT',
        ...AWAKE,
        botId: bot.id,
        queuedAt: null,
        handOffReason: null,
        agentUnavailableAt: null,
        leftAloneAt: null,
        // It begins to wait once more when the bot hands it over. Rules decide nothing about what an operator has had.
        ...(chat.acceptedAt === null && { ruledAt: null }),
      },
      { kind: 'CHAT_HANDED_BACK', actor, subjectId: bot.id },
    )
  })
}
