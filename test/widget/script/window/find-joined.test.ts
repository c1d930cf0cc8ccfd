import { expect, test } from 'vitest'
import type { ChatWindow } from '../../../../widget/window/model/chat-window.ts'
import { findJoined } from '../../../../widget/window/model/find-joined.ts'

const anna = { id: 'anna', name: 'Alex', photoUrl: null }
const ben = { id: 'ben', name: 'Alex', photoUrl: null }

/** The window of a chat with both, in which the first has written. */
const open = (status: string, more: object = {}) =>
  ({
    state: { chat: { id: 'chat', status, operators: [anna, ben] } },
    conversation: {
      state: 'ready',
      hasEarlier: false,
      messages: [{ chatId: 'chat', operator: anna }],
      ...more,
    },
  }) as unknown as ChatWindow

test('an operator has joined who has not written, even if a colleague of the same name has', () => {
  expect(findJoined(open('ACTIVE'))).toEqual([ben])
})

test('nothing is said of who joined a chat that has ended, or whose beginning is not known', () => {
  expect(findJoined(open('CLOSED'))).toEqual([])
  expect(findJoined(open('ACTIVE', { hasEarlier: true }))).toEqual([])
  expect(findJoined(open('ACTIVE', { state: 'loading' }))).toEqual([])
})
