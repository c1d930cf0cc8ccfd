import type { ChatWindow } from './model/chat-window.ts'
import { findPreview } from './model/find-preview.ts'
import { Panel } from './Panel.tsx'
import { PreviewCard } from './PreviewCard.tsx'

/** The part of the chat that is visible now, if any. */
export function Window({ chat }: { chat: ChatWindow }) {
  if (!chat.isReady) return null
  if (chat.state.view) return <Panel chat={chat} />
  const preview = findPreview(chat)
  return preview && <PreviewCard chat={chat} preview={preview} />
}
