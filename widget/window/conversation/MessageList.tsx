import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { asksContacts } from '../model/asks.ts'
import { buildRows } from '../model/build-rows.ts'
import type { ChatWindow } from '../model/chat-window.ts'
import { Avatar } from '../parts/Avatar.tsx'
import { fill } from '../texts/fill.ts'
import { formatDay } from '../texts/format.ts'
import { Loading } from './Loading.tsx'
import { Message } from './Message.tsx'
import { Notes } from './Notes.tsx'

/** A distance from an end up to which it counts as the end. */
const NEAR = 60

/** The conversation. It follows its end as messages arrive, unless the reader has scrolled up. */
export function MessageList({ chat }: { chat: ChatWindow }) {
  const { conversation, texts, state } = chat
  const rows = buildRows(conversation.messages, chat.outbox.waiting, state.chat)
  const last = rows.at(-1)
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const heightBefore = useRef(0)
  const top = useRef(0)
  const [hasNew, setNew] = useState(false)

  const toEnd = () => {
    const element = list.current
    // An observer can be called once more when the list is gone.
    if (!element) return
    isAtEnd.current = true
    element.scrollTop = element.scrollHeight
    // Noted now: the reader may scroll up before the event of this scroll arrives.
    top.current = element.scrollTop
    setNew(false)
  }

  useEffect(() => {
    const element = list.current as HTMLElement
    const observer = new ResizeObserver(() => isAtEnd.current && toEnd())
    observer.observe(element)
    observer.observe(element.firstElementChild as Element)
    return () => observer.disconnect()
  }, [])

  // The observer scrolls to the end after the layout; reading heights here would force a second layout.
  useLayoutEffect(() => {
    if (last?.own) isAtEnd.current = true
    // By then, the event of a scroll that is happening now has arrived.
    requestAnimationFrame(() => setNew(!isAtEnd.current))
  }, [last?.key])

  // The message that is being read keeps its place when others are added above it.
  useLayoutEffect(() => {
    const element = list.current as HTMLElement
    if (!isAtEnd.current) element.scrollTop += element.scrollHeight - heightBefore.current
  }, [rows[0]?.key])
  useLayoutEffect(() => {
    if (!isAtEnd.current) heightBefore.current = list.current?.scrollHeight ?? 0
  })

  useMarkSeen(chat, isAtEnd, hasNew)

  function onScroll() {
    const { scrollHeight, scrollTop, clientHeight } = list.current as HTMLElement
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR
    // Only the reader scrolls up. A picture that has loaded moves the end, but not the reader.
    isAtEnd.current = isNear || (isAtEnd.current && scrollTop >= top.current)
    top.current = scrollTop
    heightBefore.current = scrollHeight
    if (isAtEnd.current) setNew(false)
    if (scrollTop < NEAR) void conversation.loadEarlier()
  }

  return (
    <section
      class="list"
      ref={list}
      aria-label={texts.conversation}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      onScroll={onScroll}
    >
      <div class="content">
        {conversation.hasEarlier && (
          <button type="button" class="link" onClick={() => conversation.loadEarlier()}>
            {texts.earlier}
          </button>
        )}
        <Loading chat={chat} />
        <ol>
          {rows.map((row) => [
            row.startsDay && (
              <li class="day" key={`day-${row.key}`}>
                {formatDay(row.at, state.locale)}
              </li>
            ),
            row.invite && (
              <li class="invitation" dir="auto" key={`invite-${row.key}`}>
                {row.invite}
              </li>
            ),
            <Message key={row.key} chat={chat} row={row} />,
          ])}
        </ol>
        <Notes chat={chat} asksContacts={asksContacts(chat) !== null} />
        {chat.typing && (
          <p class="typing">
            <span class="spoken">{fill(texts.typing, { name: chat.typing.name })}</span>
            <Avatar {...chat.typing} />
            <i />
            <i />
            <i />
          </p>
        )}
      </div>
      {hasNew && (
        <button type="button" class="pill" onClick={toEnd}>
          {texts.newMessages}
        </button>
      )}
    </section>
  )
}

/** Marks messages as seen: those at the end of the list while the page is visible. */
function useMarkSeen(chat: ChatWindow, isAtEnd: { current: boolean }, hasNew: boolean): void {
  const last = chat.conversation.messages.findLast(({ author }) => author !== 'VISITOR')
  const seen = useRef('')
  useEffect(() => {
    const mark = () => {
      if (!last || !isAtEnd.current || document.hidden) return
      if (seen.current === last.id) return
      seen.current = last.id
      chat.core.markSeen(last.chatId, last.seq)
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [last?.id, hasNew])
}
