import type { ChatWindow } from '../model/chat-window.ts'

/** Shown instead of messages: that they are being loaded, or could not be. */
export function Loading({ chat }: { chat: ChatWindow }) {
  const { conversation, texts } = chat
  if (conversation.state === 'loading') return <p class="note">{texts.loading}</p>
  if (conversation.state !== 'failed') return null
  return (
    <p class="note">
      {texts.loadFailed}{' '}
      <button type="button" class="link" onClick={() => conversation.load()}>
        {texts.again}
      </button>
    </p>
  )
}
