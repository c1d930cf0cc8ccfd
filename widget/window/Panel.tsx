import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isComposing } from '../is-composing.ts'
import { Composer } from './conversation/Composer.tsx'
import { MessageList } from './conversation/MessageList.tsx'
import { Rating } from './conversation/Rating.tsx'
import { CallForm } from './forms/CallForm.tsx'
import { ContactsForm } from './forms/ContactsForm.tsx'
import { LogForm } from './forms/LogForm.tsx'
import { OfflineForm } from './forms/OfflineForm.tsx'
import { Header } from './Header.tsx'
import { Home } from './home/Home.tsx'
import { applyTheme, onThemeChange } from './look/apply-theme.ts'
import { catchFocus } from './look/catch-focus.ts'
import { followFocus } from './look/follow-focus.ts'
import { followKeyboard } from './look/follow-keyboard.ts'
import { keepFocus } from './look/keep-focus.ts'
import { asksContacts } from './model/asks.ts'
import type { ChatWindow } from './model/chat-window.ts'
import { canBeHome, isHome } from './model/is-home.ts'
import { unlockSound } from './model/play-sound.ts'
import { takesNoMessages } from './model/takes-no-messages.ts'

/** The open window. */
export function Panel({ chat }: { chat: ChatWindow }) {
  const { texts, state, sheet } = chat
  const panel = useRef<HTMLDivElement>(null)
  const drag = useRef(0)
  const [isTarget, setTarget] = useState(false)
  const [hasFrame, setFrame] = useState(false)
  const shown = findShown(chat)
  const isShut = takesNoMessages(chat)
  const isFirst = !shown && isHome(chat)
  const isBackHome = !shown && !isFirst && canBeHome(chat)
  const canGoBack = shown === 'call' || sheet !== null || isBackHome

  useLayoutEffect(() => applyTheme(panel.current as HTMLElement, state))
  useEffect(() => {
    const element = panel.current as HTMLElement
    unlockSound()
    const ends = [
      onThemeChange(() => chat.changed()),
      followKeyboard(element),
      keepFocus(element),
      catchFocus(element),
      followFocus(element, (isWithin) => {
        chat.takesFocus = isWithin
      }),
    ]
    chat.core.resized()
    // The rest in another task, so that a slow machine can serve the page in between.
    setFrame(true)
    return () => {
      for (const end of ends) end()
    }
  }, [])
  // A new part takes the focus of the one that it replaces.
  useEffect(() => {
    const element = panel.current as HTMLElement
    const root = element.getRootNode() as ShadowRoot
    if (chat.takesFocus && !element.contains(root.activeElement)) element.focus()
  }, [shown])

  function goBack() {
    if (isBackHome) return chat.talk(false)
    if (shown === 'call') chat.core.show('chat')
    chat.openSheet(null)
  }

  function onKeyDown(event: KeyboardEvent) {
    unlockSound()
    // Keys that are typed here must not trigger the page's shortcuts.
    event.stopPropagation()
    if (event.key !== 'Escape' || isComposing(event)) return
    event.preventDefault()
    if (canGoBack && sheet) goBack()
    else chat.core.show(null)
  }

  function onPaste(event: ClipboardEvent) {
    const { clipboardData } = event
    const types = clipboardData?.types ?? []
    // Office programs add a picture of the text that was copied.
    if (!(types.includes('text/html') && types.includes('text/plain'))) takeFiles(event, clipboardData)
  }

  function takeFiles(event: Event, from: DataTransfer | null) {
    const files = [...(from?.items ?? [])].flatMap((item) => {
      const file = item.getAsFile()
      return file ? { file, isFolder: item.webkitGetAsEntry()?.isDirectory } : []
    })
    drag.current = 0
    setTarget(false)
    if (files.length === 0) return
    event.preventDefault()
    if (!shown && !isShut) for (const file of files) chat.outbox.send(file)
  }

  function onDrag(event: DragEvent, change: number) {
    // A text or a link may be dragged as well.
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    drag.current += change
    setTarget(!shown && !isShut && drag.current > 0)
  }

  return (
    <div
      ref={panel}
      class="panel"
      role="dialog"
      aria-label={state.widget.name}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onPointerDown={unlockSound}
      onPaste={onPaste}
      onDrop={(event) => takeFiles(event, event.dataTransfer)}
      onDragEnter={(event) => onDrag(event, 1)}
      onDragOver={(event) => onDrag(event, 0)}
      onDragLeave={(event) => onDrag(event, -1)}
    >
      <Header chat={chat} onBack={canGoBack ? goBack : null} isBackHome={isBackHome} />
      <div role="status">{state.connection === 'offline' && <p class="banner">{texts.lost}</p>}</div>
      {hasFrame && <Content key={chat.person} chat={chat} shown={shown} isShut={isShut} />}
      <p class="spoken" aria-live="polite">
        {chat.said}
      </p>
      {isTarget && <p class="target">{texts.drop}</p>}
    </div>
  )
}

/** The part below the header. */
function Content({
  chat,
  shown,
  isShut,
}: {
  chat: ChatWindow
  shown: ReturnType<typeof findShown>
  isShut: boolean
}) {
  return (
    <>
      {shown === 'call' && <CallForm chat={chat} />}
      {shown === 'contacts' && <ContactsForm chat={chat} />}
      {shown === 'offline' && <OfflineForm chat={chat} />}
      {shown === 'log' && <LogForm chat={chat} />}
      {shown === 'rating' && (
        <div class="sheet">
          <Rating chat={chat} />
        </div>
      )}
      {!shown && (isHome(chat) ? <Home chat={chat} /> : <MessageList chat={chat} />)}
      {!shown && !isShut && <Composer chat={chat} />}
      {!shown && isShut && (
        <footer class="shut">
          <p>{chat.state.widget.offlineText ?? chat.texts.leaveAsk}</p>
          <button type="button" class="primary" onClick={() => chat.openSheet('offline')}>
            {chat.texts.leave}
          </button>
        </footer>
      )}
    </>
  )
}

/** The part shown in place of the conversation: one that was requested, or one that must come first. */
function findShown(chat: ChatWindow) {
  const { view } = chat.state
  if (view !== 'chat') return 'call'
  if (chat.sheet) return chat.sheet
  const isEmpty = chat.conversation.messages.length === 0
  if (takesNoMessages(chat)) return isEmpty && chat.conversation.state !== 'loading' ? 'offline' : null
  return asksContacts(chat) === 'BEFORE_CHAT' ? 'contacts' : null
}
