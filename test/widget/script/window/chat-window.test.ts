import { expect, onTestFinished, test } from 'vitest'
import type { Core, VisitChat, VisitEvent } from '../../../../widget/core.ts'
import { createListeners } from '../../../../widget/loader/listeners.ts'
import { ChatWindow } from '../../../../widget/window/model/chat-window.ts'

const anna = { id: 'anna', name: 'Anna', photoUrl: null }
const max = { id: 'max', name: 'Max', photoUrl: null }

/** A window without a page, and how it hears of an event. */
function open() {
  const events = createListeners<[event: VisitEvent]>()
  const storage = { get: () => null, set: () => {} }
  const core = {
    state: { visitorNumber: 1, mergedNumbers: [], chat: null, view: null, locale: 'en', widget: {} },
    storage,
    tab: storage,
    discarded: () => [],
    subscribe: () => () => {},
    onEvent: events.add,
    request: () => new Promise(() => {}),
  } as unknown as Core
  const chat = new ChatWindow(core, () => {})
  onTestFinished(() => chat.destroy())
  return { chat, hear: (event: object) => events.call({ key: '', cursor: null, ...event } as VisitEvent) }
}

const changed = (status: VisitChat['status'], operators: object[]) => ({
  __typename: 'VisitChatChanged',
  chat: { id: 'chat', status, operators },
})

test('whoever types is shown until they leave the chat, or it is over', () => {
  const { chat, hear } = open()
  hear({ __typename: 'VisitTypingChanged', typing: true, operator: anna })
  hear(changed('QUEUED', []))
  hear(changed('ACTIVE', [anna, max]))
  expect(chat.typing).toEqual(anna)
  hear(changed('ACTIVE', [max]))
  expect(chat.typing).toBe(null)
  hear({ __typename: 'VisitTypingChanged', typing: true, operator: max })
  hear(changed('CLOSED', [max]))
  expect(chat.typing).toBe(null)
})
