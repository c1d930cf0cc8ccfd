import { InvitationCard } from './InvitationCard.tsx'
import type { ChatWindow } from './model/chat-window.ts'
import { Panel } from './Panel.tsx'

/** The part of the chat that is visible now, if any. */
export function Window({ chat }: { chat: ChatWindow }) {
  const { view, invitation } = chat.state
  if (!chat.isReady) return null
  if (view) return <Panel chat={chat} />
  return invitation && <InvitationCard chat={chat} invitation={invitation} />
}
