import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isComposing } from '../../is-composing.ts'
import { isOpen } from '../../loader/is-open.ts'
import { MESSAGE_LENGTH, MESSAGE_PARTS } from '../lengths.ts'
import { isTouched } from '../look/is-touched.ts'
import type { ChatWindow } from '../model/chat-window.ts'
import { IconButton } from '../parts/IconButton.tsx'
import { Emoji } from './Emoji.tsx'

/** Where the visitor writes. */
export function Composer({ chat }: { chat: ChatWindow }) {
  const { texts } = chat
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [showsEmoji, setEmoji] = useState(false)
  const [draft, setDraft] = useState(chat.draft)
  const focus = () => area.current?.focus()

  // On a phone, the keyboard must open only for visitors who want to write.
  useEffect(() => {
    if (!isTouched && chat.takesFocus) focus()
    return () => chat.typed.end()
  }, [])
  useLayoutEffect(() => {
    const field = area.current as HTMLTextAreaElement
    field.style.height = ''
    if (draft) field.style.height = `${field.scrollHeight}px`
  }, [draft])

  function write(text: string) {
    chat.draft = text
    setDraft(text)
    if (!text) chat.typed.end()
    else if (isOpen(chat.state.chat)) chat.typed.begin()
  }

  function send() {
    const text = draft.trim()
    // After the second click of a double click, too.
    focus()
    if (!text) return
    // A draft that was begun in the offline form may be longer.
    for (const [part] of text.matchAll(MESSAGE_PARTS)) chat.outbox.send({ text: part })
    chat.typed.forget()
    write('')
  }

  function onKeyDown(event: KeyboardEvent) {
    // On a phone Enter makes a new line, as in its other programs; there is a button to send.
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event) || isTouched) return
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
        {/* A disabled button would hand a click, and with it the focus, to what is behind it. */}
        <IconButton
          icon="send"
          label={texts.send}
          type="submit"
          class="icon send"
          aria-disabled={!draft.trim()}
        />
      </div>
    </form>
  )
}
