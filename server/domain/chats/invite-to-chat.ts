import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { createChatInvitation } from './create-chat-invitation.ts'
import { type LockedChat, lockChat, requireMember } from './lock-chat.ts'
import { readNote } from './read-note.ts'

interface Invite {
  viewer: Viewer
  chatId: string
  operatorId: string
  /** Up to 500 characters for the invited operator. */
  note: string | null
}

/** Asks another operator to come into the chat as well. Throws `not_found`, `conflict`, `invalid_request`. */
export function inviteToChat(services: Services, input: Invite): Promise<LockedChat> {
  const note = readNote(input.note)
  return transact(services, async (work) => {
    const chat = await lockChat(work.tx, input.viewer, input.chatId)
    requireMember(chat, input.viewer)
    await createChatInvitation(services, work, chat, { ...input, note, kind: 'JOIN' })
    return lockChat(work.tx, input.viewer, input.chatId)
  })
}
