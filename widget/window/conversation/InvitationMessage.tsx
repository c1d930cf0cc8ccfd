import type { Invitation } from '../../core.ts'
import type { ChatWindow } from '../model/chat-window.ts'
import { personOf } from '../model/person-of.ts'
import { Avatar } from '../parts/Avatar.tsx'

/** An invitation that is not answered yet, in the open window: like a message of whom it is from. */
export function InvitationMessage({ chat, invitation }: { chat: ChatWindow; invitation: Invitation }) {
  const person = personOf(invitation, chat)
  return (
    <div class="row first last asked">
      <Avatar {...person} />
      <div class="stack">
        <span class="by">{person.name}</span>
        <p class="bubble" dir="auto">
          {invitation.text}
        </p>
      </div>
    </div>
  )
}
