import { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import { describeError } from '../../process/describe-error.ts'
import type { Services } from '../../services.ts'
import { noticeOfRefusal, settleInvitation } from './answer-chat-invitation.ts'
import { lockChatRow } from './lock-chat-row.ts'

const BATCH = 200

/**
 * Ends invitations that nobody answered in time (60 s) and notifies their senders, the oldest first. One that cannot be
 * ended is tried again later, and does not hold up the others.
 */
export async function expireChatInvitations(services: Services): Promise<void> {
  const failed: string[] = []
  for (;;) {
    const expired = await services.db.chatInvitation.findMany({
      where: { state: 'PENDING', expiresAt: { lte: new Date() }, id: { notIn: failed } },
      include: { chat: { select: { id: true, accountId: true, channelId: true } } },
      orderBy: { expiresAt: 'asc' },
      take: BATCH,
    })
    for (const { chat, ...invitation } of expired) {
      try {
        await transact(services, async (work) => {
          await lockChatRow(work.tx, chat.id)
          await settleInvitation(work, chat, invitation, 'EXPIRED')
          await noticeOfRefusal(work, chat, invitation, 'INVITATION_EXPIRED')
        })
      } catch (error) {
        // Answered in the meantime.
        if (error instanceof AppError && error.code === 'invitation_ended') continue
        failed.push(invitation.id)
        services.log.warn(
          { chatId: chat.id, ...describeError(error) },
          'an invitation could not be ended; trying again',
        )
      }
    }
    if (expired.length < BATCH) return
  }
}
