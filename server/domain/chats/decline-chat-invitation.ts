import type { ChatInvitation } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { answerChatInvitation } from './answer-chat-invitation.ts'

/** The invited operator does not join; the chat stays where it is. Throws `not_found`, `invitation_ended`. */
export function declineChatInvitation(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<ChatInvitation> {
  return answerChatInvitation(services, { viewer, invitationId: id, answer: 'DECLINED' })
}
