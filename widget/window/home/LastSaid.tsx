import type { ChatWindow } from '../model/chat-window.ts'
import { personOf } from '../model/person-of.ts'
import { summaryOf } from '../model/summary-of.ts'
import { Avatar } from '../parts/Avatar.tsx'
import { formatDay } from '../texts/format.ts'

/** What was said last in earlier chats, if anything: pressed, it shows the whole conversation. */
export function LastSaid({ chat }: { chat: ChatWindow }) {
  const { texts, state, conversation } = chat
  const last = conversation.messages.findLast(({ deletedAt }) => !deletedAt)
  if (!last) return null
  const isOwn = last.author === 'VISITOR'
  const { name, photoUrl } = isOwn ? { name: texts.you, photoUrl: null } : personOf(last, chat)
  return (
    <button type="button" class="before" onClick={() => chat.talk(true)}>
      <Avatar name={isOwn ? null : name} photoUrl={photoUrl} />
      <span>
        <small>
          {texts.before} · {formatDay(new Date(last.createdAt), state.locale)}
        </small>
        <bdi>
          {name}: {summaryOf(last, texts)}
        </bdi>
      </span>
    </button>
  )
}
