import type { Row } from '../model/build-rows.ts'
import type { ChatWindow } from '../model/chat-window.ts'
import { Icon } from '../parts/Icon.tsx'
import { formatTime } from '../texts/format.ts'

/** When a group of messages was written, and how far the visitor's own have come. */
export function Meta({ chat, row }: { chat: ChatWindow; row: Row }) {
  const { texts, outbox } = chat
  const { mark, outgoing } = row
  if (mark === 'failed' && outgoing) {
    return (
      <p class="meta failed" role="alert">
        {texts.notSent}
        {outgoing.reason && `: ${outgoing.reason}`}
        <span class="ways">
          <button type="button" class="link" onClick={() => outbox.retry(outgoing.key)}>
            {texts.again}
          </button>
          <button type="button" class="link" onClick={() => outbox.drop(outgoing.key)}>
            {texts.remove}
          </button>
        </span>
      </p>
    )
  }
  if (!row.endsGroup) return null
  return (
    <p class="meta">
      <time dateTime={row.at.toISOString()}>{formatTime(row.at, chat.state.locale)}</time>
      {mark && (
        <span class={`mark ${mark}`}>
          {mark !== 'sending' && <Icon name={mark === 'read' ? 'checks' : 'check'} />}
          {mark === 'sending' ? texts.sending : mark === 'read' ? texts.read : texts.sent}
        </span>
      )}
    </p>
  )
}
