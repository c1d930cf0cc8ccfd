import { expect, onTestFinished, test, vi } from 'vitest'
import type { Core, VisitChat, VisitEvent } from '../../../../widget/core.ts'
import { createListeners } from '../../../../widget/loader/listeners.ts'
import { ChatWindow } from '../../../../widget/window/model/chat-window.ts'

const anna = { id: 'anna', name: 'Anna', photoUrl: null }
const max = { id: 'max', name: 'Max', photoUrl: null }

/** A window without a page, what draws it, and how it hears of an event. */
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
  const draw = vi.fn()
  const chat = new ChatWindow(core, draw)
  onTestFinished(() => chat.destroy())
  return {
    chat,
    draw,
    hear: (event: object) => events.call({ key: '', cursor: null, ...event } as VisitEvent),
  }
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

test('a window that stays open over midnight is drawn again: what was said today was said yesterday', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 23, 58, 30) })
  onTestFinished(() => void vi.useRealTimers())
  const { draw } = open()
  vi.advanceTimersByTime(61_000)
  const before = draw.mock.calls.length
  vi.advanceTimersByTime(61_000)
  expect(draw.mock.calls.length).toBe(before + 1)
  vi.advanceTimersByTime(3_600_000)
  expect(draw.mock.calls.length).toBe(before + 1)
})

test('a window that was removed is not drawn again by what comes afterwards', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { chat, draw } = open()
  vi.runOnlyPendingTimers()
  const before = draw.mock.calls.length
  chat.destroy()
  // As when the answer to a request comes.
  chat.conversation.add([])
  vi.runAllTimers()
  expect(draw.mock.calls.length).toBe(before)
})
