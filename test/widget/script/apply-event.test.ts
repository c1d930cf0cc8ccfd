import { expect, test } from 'vitest'
import type { BaseState, VisitEvent } from '../../../widget/core.ts'
import { applyEvent } from '../../../widget/loader/apply-event.ts'

/** How many messages are unread after these events. */
function countAfter(events: object[], unreadCount = 0): number {
  let state = { chat: null, newest: null, unreadCount } as unknown as BaseState
  for (const event of events) state = { ...state, ...applyEvent(state, event as VisitEvent) }
  return state.unreadCount
}

const created = (seq: number) => ({
  __typename: 'VisitMessageCreated',
  message: { chatId: 'chat', seq, author: 'OPERATOR' },
})
const changed = (unreadCount: number) => ({ __typename: 'VisitMessageChanged', message: {}, unreadCount })

test('a message counts once, also when one before it was edited and both events come late', () => {
  // The server counts when it sends the event: there are two by then.
  expect(countAfter([created(1), changed(2), created(2)])).toBe(2)
})

test('a message that is deleted before it was seen no longer counts', () => {
  expect(countAfter([created(1), created(2), changed(1)])).toBe(1)
})

test('what the visitor has just seen is not unread again because of an event that is older', () => {
  expect(countAfter([changed(1)], 0)).toBe(0)
})
