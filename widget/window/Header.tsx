import { Menu } from './Menu.tsx'
import type { ChatWindow } from './model/chat-window.ts'
import { Avatar } from './parts/Avatar.tsx'
import { IconButton } from './parts/IconButton.tsx'

/** With whom the visitor is talking, and what else they can do. */
export function Header({ chat, onBack }: { chat: ChatWindow; onBack: (() => void) | null }) {
  const { texts, state } = chat
  const { widget, online } = state
  const inChat = state.chat?.status === 'ACTIVE' ? state.chat.operators : []
  const company = widget.name
  const people = inChat.length > 0 ? inChat : widget.operators
  const faces = people.length > 0 ? people.slice(0, 3) : [{ id: '', name: company, photoUrl: null }]
  return (
    <header>
      {onBack ? (
        <IconButton icon="back" label={texts.back} onClick={onBack} />
      ) : (
        <span class="people">
          {faces.map((face) => (
            <Avatar key={face.id} {...face} />
          ))}
        </span>
      )}
      <div class="title">
        <h2>{inChat.length > 0 ? inChat.map(({ name }) => name).join(', ') : company}</h2>
        <p class={online ? 'online' : ''}>
          {inChat.length > 0 ? company : online ? texts.online : texts.offline}
        </p>
      </div>
      <Menu chat={chat} />
      <IconButton icon="close" label={texts.close} onClick={() => chat.core.show(null)} />
    </header>
  )
}
