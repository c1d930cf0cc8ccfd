import { useRef } from 'preact/hooks'
import type { VisitMessage } from '../../core.ts'
import type { Row } from '../model/build-rows.ts'
import type { ChatWindow } from '../model/chat-window.ts'
import { takesNoMessages } from '../model/takes-no-messages.ts'

interface ButtonsProps {
  chat: ChatWindow
  message: VisitMessage
  row: Row
}

/** A bot's prepared answers. One of them can be pressed, once. */
export function Buttons({ chat, message, row }: ButtonsProps) {
  const chosen = row.pressedButtonId
  // Before it is drawn, too.
  const isPressed = useRef(false)
  isPressed.current = chosen !== null
  const isOver =
    takesNoMessages(chat) || row.isAnswered || chosen !== null || message.chatId !== chat.state.chat?.id
  const title = message.title || message.text
  return (
    <>
      {title && (
        <p class="bubble" dir="auto">
          {title}
        </p>
      )}
      <fieldset class="answers" aria-label={title ?? ''}>
        {message.buttons.map(({ buttonId, text }) => (
          <button
            key={buttonId}
            type="button"
            dir="auto"
            class={chosen === buttonId ? 'chosen' : ''}
            disabled={isOver}
            onClick={() => {
              if (isPressed.current) return
              isPressed.current = true
              chat.outbox.send({ buttonId, text })
            }}
          >
            {text}
          </button>
        ))}
      </fieldset>
    </>
  )
}
