import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { applyTheme } from './look/apply-theme.ts'
import type { ChatWindow } from './model/chat-window.ts'
import type { Preview } from './model/find-preview.ts'
import { Avatar } from './parts/Avatar.tsx'
import { IconButton } from './parts/IconButton.tsx'
import { fill } from './texts/fill.ts'

/** What somebody says to the visitor, beside the launcher, while the window is closed. */
export function PreviewCard({ chat, preview }: { chat: ChatWindow; preview: Preview }) {
  const { texts, state } = chat
  const { person, text } = preview
  const card = useRef<HTMLElement>(null)
  useLayoutEffect(() => applyTheme(card.current as HTMLElement, state))
  useEffect(() => {
    chat.core.resized()
    return chat.core.resized
  }, [])

  /** The focus is to stay in the widget. */
  function dismiss() {
    const root = card.current?.getRootNode() as ShadowRoot
    if (root.activeElement) root.querySelector('button')?.focus()
    preview.dismiss()
  }

  return (
    <aside ref={card} class="preview" aria-label={fill(texts.invited, { name: person.name })}>
      <Avatar {...person} />
      <div>
        <b>{person.name}</b>
        <p dir="auto">{text}</p>
      </div>
      <button type="button" class="primary" onClick={() => chat.core.show('chat')}>
        {texts.reply}
      </button>
      <IconButton icon="cross" label={texts.dismiss} onClick={dismiss} />
    </aside>
  )
}
