import type { ChatWindow } from '../model/chat-window.ts'
import { Avatar } from '../parts/Avatar.tsx'

/** Shown instead of messages: that they are being loaded, that they could not be, or a greeting. */
export function Welcome({ chat, isEmpty }: { chat: ChatWindow; isEmpty: boolean }) {
  const { conversation, texts, state } = chat
  const { widget } = state
  if (conversation.state === 'loading') return <p class="note">{texts.loading}</p>
  if (conversation.state === 'failed') {
    return (
      <p class="note">
        {texts.loadFailed}{' '}
        <button type="button" class="link" onClick={() => conversation.load()}>
          {texts.again}
        </button>
      </p>
    )
  }
  if (!isEmpty || state.invitation) return null
  return (
    <div class="welcome">
      <div class="people">
        {widget.operators.slice(0, 4).map((person) => (
          <Avatar key={person.id} {...person} />
        ))}
      </div>
      <p dir="auto">{(state.online ? widget.greeting : widget.offlineText) ?? texts.greeting}</p>
    </div>
  )
}
