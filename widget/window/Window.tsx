import type { ChatWindow } from './model/chat-window.ts'
import { findPreview } from './model/find-preview.ts'
import { Panel } from './Panel.tsx'
import { PreviewCard } from './PreviewCard.tsx'

/** The part of the chat that is visible now, if any. */
export function Window({ chat }: { chat: ChatWindow }) {
  if (chat.isReady && chat.state.view) return <Panel chat={chat} />
  const preview = chat.isReady && findPreview(chat)
  // What is announced is there before its text: screen readers do not read out one that comes with it.
  return <div role="status">{preview && <PreviewCard chat={chat} preview={preview} />}</div>
}
