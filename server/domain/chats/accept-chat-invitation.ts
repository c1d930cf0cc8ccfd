import type { ChatInvitation } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { answerChatInvitation } from './answer-chat-invitation.ts'

/**
 * The invited operator joins the chat; with an offered transfer, the sender leaves. Throws `not_found`,
 * `invitation_ended`.
 */
export function acceptChatInvitation(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<ChatInvitation> {
  return answerChatInvitation(services, { viewer, invitationId: id, answer: 'ACCEPTED' })
}
