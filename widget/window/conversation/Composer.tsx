import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { typingMutation } from '../documents.ts'
import { MESSAGE_LENGTH } from '../lengths.ts'
import { isTouched } from '../look/is-touched.ts'
import type { ChatWindow } from '../model/chat-window.ts'
import { IconButton } from '../parts/IconButton.tsx'
import { Emoji } from './Emoji.tsx'

const PARTS = new RegExp(`.{1,${MESSAGE_LENGTH}}`, 'gsu')
/** How often the server is told that the visitor is still typing. */
const TYPING_MS = 3_000

/** Where the visitor writes. */
export function Composer({ chat }: { chat: ChatWindow }) {
  const { texts } = chat
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const toldAt = useRef(0)
  const [showsEmoji, setEmoji] = useState(false)
  const [draft, setDraft] = useState(chat.draft)
  const focus = () => area.current?.focus()

  // On a phone, the keyboard must open only for visitors who want to write.
  useEffect(() => void (isTouched || !chat.takesFocus || focus()), [])
  useLayoutEffect(() => {
    const field = area.current as HTMLTextAreaElement
    field.style.height = ''
    if (draft) field.style.height = `${field.scrollHeight}px`
  }, [draft])

  function write(text: string) {
    chat.draft = text
    setDraft(text)
    if (!text || !chat.state.chat || Date.now() - toldAt.current < TYPING_MS) return
    toldAt.current = Date.now()
    // A typing signal that gets lost does not matter.
    chat.core.request(typingMutation, { input: { typing: true } }, { retry: false }).catch(() => {})
  }

  function send() {
    const text = draft.trim()
    if (!text) return
    // A draft that was begun in the offline form may be longer.
    for (const [part] of text.matchAll(PARTS)) chat.outbox.send({ text: part })
    toldAt.current = 0
    write('')
    focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    // On a phone Enter makes a new line, as in its other programs; there is a button to send.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || isTouched) return
    event.preventDefault()
    send()
  }

  function attach() {
    const input = picker.current as HTMLInputElement
    for (const file of input.files ?? []) chat.outbox.send({ file })
    input.value = ''
    focus()
  }

  function insert(emoji: string | null) {
    const field = area.current as HTMLTextAreaElement
    setEmoji(false)
    focus()
    if (!emoji) return
    field.setRangeText(emoji, field.selectionStart, field.selectionEnd, 'end')
    write(field.value)
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {showsEmoji && <Emoji label={texts.emoji} onPick={insert} />}
      <textarea
        ref={area}
        rows={1}
        // An empty field has the direction of its placeholder.
        {...(draft && { dir: 'auto' })}
        maxLength={MESSAGE_LENGTH}
        placeholder={texts.write}
        aria-label={texts.write}
        value={draft}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="tools">
        <input ref={picker} type="file" multiple hidden aria-label={texts.attach} onChange={attach} />
        <IconButton icon="clip" label={texts.attach} onClick={() => picker.current?.click()} />
        <IconButton
          icon="smile"
          label={texts.emoji}
          aria-expanded={showsEmoji}
          onClick={() => setEmoji(!showsEmoji)}
        />
        <IconButton icon="send" label={texts.send} type="submit" class="icon send" disabled={!draft.trim()} />
      </div>
    </form>
  )
}
