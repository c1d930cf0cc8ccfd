import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { postNotice } from '../messages/append-message.ts'
import type { Viewer } from '../viewer.ts'
import { changeChat } from './change-chat.ts'
import { createChatInvitation } from './create-chat-invitation.ts'
import { emptyChats } from './empty-chats.ts'
import { type LockedChat, lockChat, requireMember } from './lock-chat.ts'
import { readNote } from './read-note.ts'
import { waitAgain } from './wait-again.ts'

interface Transfer {
  viewer: Viewer
  chatId: string
  /** One of both. */
  operatorId: string | null
  departmentId: string | null
  /** Up to 500 characters for whoever takes over. */
  note: string | null
}

/**
 * Hands a chat on. To a department: at once, and it waits there at the place in the queue
 * that it had. To an operator: an invitation; when it is
 * accepted, the one who sent it leaves. Throws `not_found`, `conflict`, `invalid_request`.
 */
export function transferChat(services: Services, input: Transfer): Promise<LockedChat> {
  const { viewer, chatId, operatorId, departmentId } = input
  const note = readNote(input.note)
  if ((operatorId === null) === (departmentId === null)) {
    throw new AppError('invalid_request', 'Choose either an operator or a department.', {
      field: 'input.operatorId',
    })
  }
  return transact(services, async (work) => {
    const chat = await lockChat(work.tx, viewer, chatId)
    requireMember(chat, viewer)
    if (operatorId) {
      await createChatInvitation(services, work, chat, { viewer, operatorId, kind: 'TRANSFER', note })
    } else if (departmentId) {
      await moveToDepartment(work, chat, { viewer, departmentId, note })
    }
    return lockChat(work.tx, viewer, chatId)
  })
}

async function moveToDepartment(
  work: Work,
  chat: LockedChat,
  { viewer, departmentId, note }: { viewer: Viewer; departmentId: string; note: string | null },
): Promise<void> {
  const department = await work.tx.department.findFirst({
    where: { id: departmentId, accountId: chat.accountId },
  })
  if (!department) {
    throw new AppError('invalid_request', 'This department does not exist.', { field: 'input.departmentId' })
  }
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
