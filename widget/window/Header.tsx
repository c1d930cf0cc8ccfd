import { useState } from 'preact/hooks'
import { Menu } from './Menu.tsx'
import type { ChatWindow } from './model/chat-window.ts'
import { isHome } from './model/is-home.ts'
import { Avatar } from './parts/Avatar.tsx'
import { IconButton } from './parts/IconButton.tsx'
import { fill } from './texts/fill.ts'
import { formatMoment } from './texts/format.ts'

interface HeaderProps {
  chat: ChatWindow
  onBack: (() => void) | null
  /** It leads to the first view. */
  isBackHome: boolean
}

/** With whom the visitor is talking, and what else they can do. */
export function Header({ chat, onBack, isBackHome }: HeaderProps) {
  const { texts, state } = chat
  const [broken, setBroken] = useState<string | null>(null)
  const { widget, online } = state
  const inChat = state.chat?.status === 'ACTIVE' ? state.chat.operators : []
  const company = widget.name
  const hasLogo = inChat.length === 0 && widget.logoUrl !== null && widget.logoUrl !== broken
  // The first view has the faces below.
  const people = inChat.length > 0 ? inChat : hasLogo || isHome(chat) ? [] : widget.operators
  const faces =
    people.length > 0 || hasLogo ? people.slice(0, 3) : [{ id: '', name: company, photoUrl: null }]
  return (
    <header>
      {onBack ? (
        <IconButton icon="back" label={isBackHome ? texts.home : texts.back} onClick={onBack} />
      ) : (
        <span class="people">
          {hasLogo && (
            <img class="logo" src={widget.logoUrl ?? ''} alt="" onError={() => setBroken(widget.logoUrl)} />
          )}
          {faces.map((face) => (
            <Avatar key={face.id} {...face} />
          ))}
        </span>
      )}
      <div class="title">
        <h2>{inChat.length > 0 ? inChat.map(({ name }) => name).join(', ') : company}</h2>
        <p class={online ? 'online' : ''}>
          {inChat.length > 0 ? company : online ? texts.online : awayText(chat)}
        </p>
      </div>
      <Menu chat={chat} />
      <IconButton icon="close" label={texts.close} onClick={() => chat.core.show(null)} />
    </header>
  )
}

/** Nobody is here, or when it opens again, in the time zone of the visitor. */
function awayText({ texts, state }: ChatWindow): string {
  const opens = new Date(state.widget.opensAt ?? 0)
  return opens.getTime() > Date.now()
    ? fill(texts.opens, { time: formatMoment(opens, state.locale) })
    : texts.offline
}
