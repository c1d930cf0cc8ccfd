import type { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { checkAll, throwAll } from '../check-all.ts'
import type { Viewer } from '../viewer.ts'
import { requireAction } from './chat-actions.ts'
import { createChatInvitation, lockInvitedOperator } from './create-chat-invitation.ts'
import { type LockedChat, lockChat } from './lock-chat.ts'
import { readNote } from './read-note.ts'

interface Invite {
  viewer: Viewer
  chatId: string
  operatorId: string
  /** Up to 500 characters for the invited operator. */
  note: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Invites another operator to join the chat. Throws `chat_closed`, `not_in_chat` and what
 * `createChatInvitation` throws; all errors that do not depend on the chat at once.
 */
export function inviteToChat(services: Services, input: Invite): Promise<LockedChat> {
  const { viewer, chatId, operatorId, problems = [] } = input
  return transact(services, async (work) => {
    const [, note, operator, chat] = await checkAll(
      () => throwAll(problems),
      () => readNote(input.note),
      () => lockInvitedOperator(work.tx, { viewer, chatId, operatorId }),
      () => lockChat(work.tx, viewer, chatId),
    )
    requireAction(chat, viewer, 'INVITE')
    await createChatInvitation(services, work, chat, { viewer, operator, note, kind: 'JOIN' })
    return lockChat(work.tx, viewer, chatId)
  })
}
