import { queryDirect } from '../../database/query-direct.ts'
import { AppError } from '../../errors.ts'
import { transient } from '../../events/live-event.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { ChannelKind, ChatStatus } from '../../generated/prisma/enums.ts'
import { sendTyping } from '../../jobs/send-typing.ts'
import { describeError } from '../../process/describe-error.ts'
import type { Services } from '../../services.ts'
import { channelKinds } from '../channels/kinds/channel-kinds.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import { requireOpen } from './lock-chat.ts'

interface Typing {
  viewer: Viewer
  chatId: string
  typing: boolean
}

interface TypedInChat {
  status: ChatStatus
  channelId: string
  visitorId: string
  kind: ChannelKind
  /** Whether the viewer is in the chat. */
  isIn: boolean
}

/**
 * Shows the visitor and the other operators that the viewer starts or stops typing. Nothing is stored. Throws
 * `not_found`, `chat_closed`.
 */
export async function setTyping(services: Services, { viewer, chatId, typing }: Typing): Promise<void> {
  const [chat] = await queryDirect<TypedInChat>(
    services.pool,
    Prisma.sql`
    SELECT status, "channelId", "visitorId",
      (SELECT kind FROM "Channel" WHERE id = "Chat"."channelId") AS kind,
      EXISTS (
        SELECT FROM "ChatMember" m
        WHERE m."chatId" = "Chat".id AND m."userId" = ${viewer.userId}::uuid AND m."leftAt" IS NULL) AS "isIn"
    FROM "Chat"
    WHERE id = ${chatId}::uuid AND ${reachedBy(viewer)}`,
  )
  if (!chat)
    throw new AppError('not_found', 'This chat does not exist, or you cannot see it.', {
      field: 'input.chatId',
    })
  requireOpen(chat)
  const { accountId, userId } = viewer
  const { channelId } = chat
  // An operator who is not in the chat is not writing to the visitor, who is therefore not notified.
  const visitorId = chat.isIn ? chat.visitorId : null
  services.announcer.tell(
    transient('OPERATOR_TYPING', { accountId, channelId, chatId, subjectId: userId, visitorId, typing }),
  )
  if (!visitorId) return
  if (channelKinds[chat.kind].replies === 'LIVE') {
    // A visitor whose sockets are blocked polls for it.
    return services.visitorPresence.setTyping(visitorId, userId, typing)
  }
  await services.queues.enqueue(sendTyping, [{ chatId, userId, typing, at: Date.now() }]).catch((error) => {
    // Not worth an error on the screen of somebody who is typing.
    services.log.warn({ reason: describeError(error).reason }, 'a typing notification was dropped')
  })
}
