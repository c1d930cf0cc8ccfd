import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { requireTag } from '../tags/require-tag.ts'
import type { Viewer } from '../viewer.ts'
import { auditTaking } from './audit-taking.ts'
import { requireAction } from './chat-actions.ts'
import { endChats } from './end-chats.ts'
import { isMember, lockChat } from './lock-chat.ts'

interface Close {
  viewer: Viewer
  chatId: string
  /** The visitor's last message that the viewer knows of; a later one keeps the chat open. */
  lastVisitorSeq?: number | null | undefined
  /** No tag fits: where the channel requires one, the chat is closed without. */
  withoutTag?: boolean | null | undefined
}

/**
 * Closes a chat for good: by a member, an admin, or anyone who sees it while it waits. Pending messages are still
 * delivered. Closing it again changes nothing. Throws `not_found`, `not_in_chat` for somebody else's chat,
 * `visitor_wrote` when the visitor has written since, and `tag_required` where the channel requires a tag.
 */
export function closeChat(services: Services, input: Close): Promise<Chat> {
  const { viewer, chatId, lastVisitorSeq, withoutTag } = input
  return transact(services, async (work) => {
    const chat = await lockChat(work.tx, viewer, chatId)
    if (chat.status === 'CLOSED') return chat
    requireAction(chat, viewer, 'CLOSE')
    if (lastVisitorSeq != null && chat.lastVisitorSeq > lastVisitorSeq) {
      throw new AppError('visitor_wrote', 'The visitor has written again.', { field: 'input.lastVisitorSeq' })
    }
    if (!withoutTag) await requireTag(work.tx, chat, 'input.chatId')
    await endChats(work, [chat], actorOf(viewer))
    if (!isMember(chat, viewer))
      await auditTaking(work, chat, { viewer, action: 'CHAT_CLOSED', operatorIds: [] })
    return lockChat(work.tx, viewer, chatId)
  })
}
