import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { checkAll } from '../check-all.ts'
import { checkIds } from '../check-ids.ts'
import type { Viewer } from '../viewer.ts'
import { auditTaking } from './audit-taking.ts'
import { answeredBy, requireAction } from './chat-actions.ts'
import { departChat } from './depart-chat.ts'
import { endInvitations } from './end-invitations.ts'
import { enterChat } from './enter-chat.ts'
import { isMember, type LockedChat, lockChat } from './lock-chat.ts'
import { lockChatToJoin } from './lock-chat-to-join.ts'

interface TakeOver {
  viewer: Viewer
  chatId: string
  /** Whom the viewer takes it from, as far as they know; when others are in it by now, they keep it. */
  operatorIds?: readonly string[] | null | undefined
}

/**
 * Takes a chat over: the viewer is in it, the others leave, and invitations to it end. One that nobody answers is
 * accepted; one that is the viewer's alone is unchanged. Throws `not_found` for all ids at once, `chat_closed`, and
 * `chat_accepted_by_other` when somebody was quicker.
 */
export function takeOverChat(services: Services, input: TakeOver): Promise<Chat> {
  const { viewer, chatId, operatorIds } = input
  return transact(services, async (work) => {
    const [, chat] = await checkAll(
      () => requireOperators(work.tx, viewer, operatorIds ?? []),
      () => lockChatToJoin(work.tx, viewer, chatId),
    )
    requireAction(chat, viewer, 'TAKE_OVER')
    const others = chat.members.filter(({ userId }) => userId !== viewer.userId)
    if (isMember(chat, viewer) && others.length === 0) return chat
    if (operatorIds) requireHeldBy(chat, [...operatorIds, viewer.userId])
    await endInvitations(work, [chat], actorOf(viewer))
    if (!isMember(chat, viewer)) await enterChat(work, chat, viewer.userId)
    for (const { userId } of others) {
      const notice = { kind: 'TAKEN_OVER', actorId: viewer.userId, targetId: userId } as const
      await departChat(work, chat, { userId, actor: actorOf(viewer), notice })
    }
    if (others.length > 0)
      await auditTaking(work, chat, { viewer, action: 'CHAT_TAKEN_OVER', operatorIds: [viewer.userId] })
    return lockChat(work.tx, viewer, chatId)
  })
}

async function requireOperators(tx: Tx, { accountId }: Viewer, ids: readonly string[]): Promise<void> {
  const known = await tx.user.findMany({ where: { id: { in: [...ids] }, accountId }, select: { id: true } })
  checkIds(ids, { known, field: 'input.operatorIds', message: 'This operator does not exist.' })
}

function requireHeldBy(chat: LockedChat, operatorIds: readonly string[]): void {
  if (chat.members.every(({ userId }) => operatorIds.includes(userId))) return
  throw new AppError('chat_accepted_by_other', answeredBy(chat), { field: 'input.operatorIds' })
}
