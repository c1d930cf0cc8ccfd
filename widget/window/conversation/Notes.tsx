import type { ChatWindow } from '../model/chat-window.ts'
import { findJoined } from '../model/find-joined.ts'
import { takesNoMessages } from '../model/takes-no-messages.ts'
import { fill } from '../texts/fill.ts'
import { InvitationMessage } from './InvitationMessage.tsx'
import { Rating } from './Rating.tsx'

/** What stands below the last message: an invitation that is not answered yet, the place in the queue, who has joined, that the chat has ended, a question. */
export function Notes({ chat, asksContacts }: { chat: ChatWindow; asksContacts: boolean }) {
  const { texts, state } = chat
  const visit = state.chat
  return (
    <>
      {state.invitation && !chat.outbox.waiting[0]?.invite && (
        <InvitationMessage chat={chat} invitation={state.invitation} />
      )}
      {/* Screen readers read out what comes into a region that is there. */}
      <div class="news" aria-live="polite">
        {visit?.status === 'QUEUED' && (
          <p class="note">
            {visit.isBusy && `${texts.allBusy} `}
            {visit.queuePosition ? fill(texts.queue, { n: visit.queuePosition }) : texts.waiting}
          </p>
        )}
        {findJoined(chat).map(({ id, name }) => (
          <p key={id} class="note">
            {fill(texts.joined, { name })}
          </p>
        ))}
        {visit?.status === 'CLOSED' && !takesNoMessages(chat) && <p class="note">{texts.closed}</p>}
      </div>
      {visit?.status === 'CLOSED' && <Rating chat={chat} />}
      {asksContacts && (
        <div class="card">
          <p>{texts.contactsAsk}</p>
          <button type="button" class="primary" onClick={() => chat.openSheet('contacts')}>
            {texts.contacts}
          </button>
          <button type="button" class="link" onClick={() => chat.finishContacts()}>
            {texts.later}
          </button>
        </div>
      )}
    </>
  )
}
