import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { lockDepartment } from '../departments/lock-department.ts'
import { postNotice } from '../messages/append-message.ts'
import type { Viewer } from '../viewer.ts'
import { auditTaking } from './audit-taking.ts'
import { changeChat } from './change-chat.ts'
import { requireAction } from './chat-actions.ts'
import { createChatInvitation, lockInvitedOperator } from './create-chat-invitation.ts'
import { emptyChats } from './empty-chats.ts'
import { isMember, type LockedChat, lockChat } from './lock-chat.ts'
import { readNote } from './read-note.ts'
import { waitAgain } from './wait-again.ts'

interface Transfer {
  viewer: Viewer
  chatId: string
  /** Exactly one of the two. */
  operatorId: string | null
  departmentId: string | null
  /** Up to 500 characters for those who take over. */
  note: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Hands a chat over. To a department: immediately, and it waits there at its earlier place in the queue. To
 * an operator: with an invitation; when it is accepted, the sender leaves. Throws `chat_closed`,
 * `not_in_chat` and what `createChatInvitation` throws; all errors that do not depend on the chat at once.
 */
export function transferChat(services: Services, input: Transfer): Promise<LockedChat> {
  const { viewer, chatId, operatorId, departmentId, problems = [] } = input
  return transact(services, async (work) => {
    const { accountId } = viewer
    const [, note, , operator, , chat] = await checkAll(
      () => throwAll(problems),
      () => readNote(input.note),
      () => requireOneTarget(input),
      () => operatorId && lockInvitedOperator(work.tx, { viewer, chatId, operatorId }),
      () =>
        departmentId && lockDepartment(work.tx, { accountId, id: departmentId, field: 'input.departmentId' }),
      () => lockChat(work.tx, viewer, chatId),
    )
    requireAction(chat, viewer, 'TRANSFER')
    const takes = chat.status === 'ACTIVE' && !isMember(chat, viewer)
    if (operator) {
      await createChatInvitation(services, work, chat, { viewer, operator, kind: 'TRANSFER', note })
      if (takes)
        await auditTaking(work, chat, { viewer, action: 'CHAT_TRANSFERRED', operatorIds: [operator.id] })
    } else if (departmentId) {
      await moveToDepartment(work, chat, { viewer, departmentId, note })
      if (takes) await auditTaking(work, chat, { viewer, action: 'CHAT_TRANSFERRED', operatorIds: [] })
    }
    return lockChat(work.tx, viewer, chatId)
  })
}

function requireOneTarget({ operatorId, departmentId }: Transfer): void {
  if ((operatorId === null) !== (departmentId === null)) return
  throw new AppError('invalid_request', 'Choose either an operator or a department.', {
    field: 'input.operatorId',
  })
}

async function moveToDepartment(
  work: Work,
  chat: LockedChat,
  { viewer, departmentId, note }: { viewer: Viewer; departmentId: string; note: string | null },
): Promise<void> {
  await emptyChats(work, [chat], actorOf(viewer))
  await postNotice(work, chat, {
    kind: 'TRANSFERRED_TO_DEPARTMENT',
    actorId: viewer.userId,
    departmentId,
    ...(note && { text: note }),
  })
  await changeChat(
    work,
    chat.id,
    { ...waitAgain(chat), departmentId },
    { kind: 'CHAT_TRANSFERRED', actor: actorOf(viewer), subjectId: departmentId, data: { to: 'DEPARTMENT' } },
  )
}
