import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Invitation } from '../core.ts'
import { applyTheme } from './look/apply-theme.ts'
import type { ChatWindow } from './model/chat-window.ts'
import { personOf } from './model/person-of.ts'
import { Avatar } from './parts/Avatar.tsx'
import { IconButton } from './parts/IconButton.tsx'
import { fill } from './texts/fill.ts'

/** The invitation to write, beside the launcher, while the window is closed. */
export function InvitationCard({ chat, invitation }: { chat: ChatWindow; invitation: Invitation }) {
  const { texts, state } = chat
  const card = useRef<HTMLElement>(null)
  const person = personOf(invitation, chat)
  useLayoutEffect(() => applyTheme(card.current as HTMLElement, state))
  useEffect(() => {
    chat.core.resized()
    return chat.core.resized
  }, [])

  /** The focus is to stay in the widget. */
  function dismiss() {
    const root = card.current?.getRootNode() as ShadowRoot
    if (root.activeElement) root.querySelector('button')?.focus()
    chat.core.dismissInvitation()
  }

  return (
    <aside ref={card} class="invite" aria-label={fill(texts.invited, { name: person.name })}>
      <Avatar {...person} />
      <div role="status">
        <b>{person.name}</b>
        <p dir="auto">{invitation.text}</p>
      </div>
      <button type="button" class="primary" onClick={() => chat.core.show('chat')}>
        {texts.reply}
      </button>
      <IconButton icon="cross" label={texts.dismiss} onClick={dismiss} />
    </aside>
  )
}
