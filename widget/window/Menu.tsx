import { useRef, useState } from 'preact/hooks'
import type { ChatWindow } from './model/chat-window.ts'
import { Icon } from './parts/Icon.tsx'
import { IconButton } from './parts/IconButton.tsx'
import type { icons } from './parts/icons.ts'

type Item = [icon: keyof typeof icons, text: string, run: () => void]

/** The actions for the whole conversation. It closes on Escape and when the focus leaves it. */
export function Menu({ chat }: { chat: ChatWindow }) {
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)

  function close() {
    setOpen(false)
    menu.current?.querySelector('button')?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    close()
  }

  function onFocusOut({ relatedTarget }: FocusEvent) {
    if (!menu.current?.contains(relatedTarget as Node | null)) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving close what is within.
    <div class="menu" ref={menu} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <IconButton
        icon="more"
        label={chat.texts.more}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <ul>
          {listItems(chat).map(([icon, text, run]) => (
            <li key={icon}>
              <button
                type="button"
                onClick={() => {
                  close()
                  run()
                }}
              >
                <Icon name={icon} />
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function listItems(chat: ChatWindow): Item[] {
  const { texts, state, hasSound } = chat
  const items: Item[] = []
  if (state.widget.callback.state !== 'DISABLED') {
    items.push(['phone', texts.call, () => chat.core.show('chat/call')])
  }
  if (state.chat) {
    items.push(['star', texts.rate, () => chat.openSheet('rating')])
    items.push(['mail', texts.log, () => chat.openSheet('log')])
  }
  items.push(['person', texts.contacts, () => chat.openSheet('contacts')])
  if (state.widget.sound) {
    const [icon, text] = hasSound
      ? (['silent', texts.soundOff] as const)
      : (['sound', texts.soundOn] as const)
    items.push([icon, text, () => chat.toggleSound()])
  }
  return items
}
