import { expect, test } from 'vitest'
import type { VisitChat, VisitMessage } from '../../../../widget/core.ts'
import { buildRows } from '../../../../widget/window/model/build-rows.ts'
import type { OutgoingMessage } from '../../../../widget/window/model/outgoing-messages.ts'

const chat = { id: 'chat', status: 'ACTIVE', lastReadByOperatorSeq: 1 } as VisitChat
const anna = { id: 'anna', name: 'Anna', photoUrl: null }

test('a message that is confirmed is no longer among those on their way', () => {
  const rows = buildRows([message(1, { id: 'a' })], [outgoing('a'), outgoing('b')], chat)
  expect(rows.map(({ key, mark }) => [key, mark])).toEqual([
    ['a', 'read'],
    ['b', 'sending'],
  ])
})

test('shows which of the visitor’s messages an operator has read', () => {
  const rows = buildRows(
    [message(1), message(2), message(3, { author: 'OPERATOR', operator: anna })],
    [],
    chat,
  )
  expect(rows.map(({ mark }) => mark)).toEqual(['read', 'sent', null])
})

test('what an earlier chat has is as read as it was', () => {
  const rows = buildRows(
    [message(1, { id: 'a', chatId: 'earlier', isRead: true }), message(2, { id: 'b', chatId: 'earlier' })],
    [],
    chat,
  )
  expect(rows.map(({ mark }) => mark)).toEqual(['read', 'sent'])
})

test('a message that has no chat, because its visitor is blacklisted, has been read by nobody', () => {
  for (const now of [null, chat]) {
    expect(buildRows([message(1, { id: 'a', chatId: 'a' })], [], now)[0]?.mark).toBe('sent')
  }
})

test('what two people of the same name write is not one group', () => {
  const other = { ...anna, id: 'other' }
  const rows = buildRows(
    [
      message(1, { author: 'OPERATOR', operator: anna }),
      message(2, { author: 'OPERATOR', operator: anna }),
      message(3, { author: 'OPERATOR', operator: other }),
    ],
    [],
    chat,
  )
  expect(rows.map(({ startsGroup }) => startsGroup)).toEqual([true, false, true])
})

test('what one person writes within some minutes of a day is one group', () => {
  const rows = buildRows(
    [
      message(1, { createdAt: '2026-03-01T10:00:00Z' }),
      message(2, { createdAt: '2026-03-01T10:01:00Z' }),
      message(3, { createdAt: '2026-03-01T10:30:00Z' }),
      message(4, { createdAt: '2026-03-01T10:31:00Z', author: 'OPERATOR', operator: anna }),
      message(5, { createdAt: '2026-03-05T10:31:00Z', author: 'OPERATOR', operator: anna }),
    ],
    [],
    chat,
  )
  expect(rows.map(({ startsDay, startsGroup, endsGroup }) => [startsDay, startsGroup, endsGroup])).toEqual([
    [true, true, false],
    [false, false, true],
    [false, true, true],
    [false, true, true],
    [true, true, true],
  ])
})

test('a bot’s buttons know which of them was pressed, and that none can be any more', () => {
  const buttons = [{ buttonId: '1', text: 'Yes' }]
  const rows = buildRows(
    [
      message(1),
      message(2, { author: 'BOT', type: 'BUTTONS', buttons }),
      message(3, { pressedButtonId: '1', text: 'Yes' }),
      message(4, { author: 'BOT', type: 'BUTTONS', buttons }),
    ],
    [],
    chat,
  )
  expect(rows.map(({ isAnswered, pressedButtonId }) => [isAnswered, pressedButtonId])).toEqual([
    [true, null],
    [true, '1'],
    [false, null],
    [false, null],
  ])
})

test('what invited the visitor stands before what they answered, and begins a group', () => {
  const invite = 'May I help?'
  const rows = buildRows([message(1), message(2, { invite })], [outgoing('a')], chat)
  expect(rows.map((row) => [row.invite, row.startsGroup])).toEqual([
    [null, true],
    [invite, true],
    [null, false],
  ])
  const [own] = buildRows([], [{ ...outgoing('a'), invite }], null)
  expect(own?.invite).toBe(invite)
})

function message(seq: number, changed: Partial<VisitMessage> = {}): VisitMessage {
  return {
    id: `m${seq}`,
    chatId: 'chat',
    seq,
    author: 'VISITOR',
    operator: null,
    type: 'TEXT',
    text: 'Hello',
    invite: null,
    markdown: null,
    title: null,
    buttons: [],
    pressedButtonId: null,
    file: null,
    location: null,
    createdAt: '2026-03-01T10:00:00Z',
    editedAt: null,
    deletedAt: null,
    quote: null,
    ...changed,
  }
}

function outgoing(key: string): OutgoingMessage {
  return {
    key,
    by: 1,
    text: 'Hello',
    invite: null,
    state: 'sending',
    share: 0,
    reason: '',
    createdAt: '2026-03-01T10:00:01Z',
  }
}
