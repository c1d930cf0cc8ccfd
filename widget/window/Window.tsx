import { InvitationCard } from './InvitationCard.tsx'
import type { ChatWindow } from './model/chat-window.ts'
import { Panel } from './Panel.tsx'

/** What of the chat is to be seen now, if anything. */
export function Window({ chat }: { chat: ChatWindow }) {
  const { view, invitation } = chat.state
  if (!chat.isReady) return null
  if (view) return <Panel chat={chat} />
  return invitation && <InvitationCard chat={chat} invitation={invitation} />
}
