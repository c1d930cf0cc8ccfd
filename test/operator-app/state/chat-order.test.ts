import { expect, test } from 'vitest'
import {
  compareChats,
  isUnread,
  newerChat,
  withMessage,
  withVisitorMarks,
} from '../../../operator-app/src/state/inbox/chat-order.ts'
import { isInView, plainViews } from '../../../operator-app/src/state/inbox/inbox-view.ts'
import { placeId } from '../../../operator-app/src/state/inbox/ordered-ids.ts'
import { makeChat, makeMessage } from '../samples.ts'

const me = { id: 'me', name: 'Me' }
const other = { id: 'other', name: 'Other' }

test('an older state of a chat never replaces a newer one', () => {
  const known = makeChat({ revision: 5, preview: 'new' })
  const late = { ...known, revision: 4, preview: 'old' }
  expect(newerChat(known, late).preview).toBe('new')
  expect(newerChat(late, known).preview).toBe('new')
})

test('what the viewer has read survives an event, which does not carry it', () => {
  const known = makeChat({ revision: 1, viewerLastReadSeq: 7 })
  const event = { ...known, revision: 2, viewerLastReadSeq: null }
  expect(newerChat(known, event).viewerLastReadSeq).toBe(7)
})

test('what was read on another screen is never read back into unread', () => {
  const known = makeChat({ revision: 3, lastVisitorSeq: 9, viewerLastReadSeq: 9 })
  const late = { ...known, revision: 3, viewerLastReadSeq: 4 }
  expect(isUnread(newerChat(known, late), 'me')).toBe(false)
})

test('what the visitor has seen is never taken back by a state of the chat that comes later and is older in this', () => {
  const known = makeChat({ revision: 1, deliveredSeq: 6, seenSeq: 5 })
  const late = { ...known, revision: 2, deliveredSeq: 4, seenSeq: 0 }
  expect(newerChat(known, late)).toMatchObject({ revision: 2, deliveredSeq: 6, seenSeq: 5 })
  expect(newerChat(late, known)).toMatchObject({ revision: 2, deliveredSeq: 6, seenSeq: 5 })
  expect(withVisitorMarks(known, { deliveredSeq: 9, seenSeq: 4 })).toMatchObject({
    deliveredSeq: 9,
    seenSeq: 5,
  })
})

test('a chat is unread for whoever has not seen its last message, while it waits or is their own, and for nobody else', () => {
  const chat = makeChat({ lastVisitorSeq: 2, viewerLastReadSeq: 1 })
  expect(isUnread(chat, 'me')).toBe(true)
  expect(isUnread({ ...chat, viewerLastReadSeq: 2 }, 'me')).toBe(false)
  expect(isUnread({ ...chat, status: 'ACTIVE', operators: [me] }, 'me')).toBe(true)
  expect(isUnread({ ...chat, status: 'ACTIVE', operators: [other] }, 'me')).toBe(false)
  expect(isUnread({ ...chat, status: 'CLOSED', operators: [me] }, 'me')).toBe(false)
  expect(isUnread({ ...chat, status: 'BOT' }, 'me')).toBe(false)
})

test('a chat that somebody marked as unread counts as unread, whoever answers it and whatever events bring', () => {
  const chat = makeChat({ status: 'ACTIVE', operators: [other], revision: 1, viewerMarkedUnread: true })
  const event = { ...chat, revision: 2, viewerMarkedUnread: null }
  expect(isUnread(newerChat(chat, event), 'me')).toBe(true)
  expect(isUnread(newerChat(chat, { ...chat, viewerMarkedUnread: false }), 'me')).toBe(false)
})

test('a message changes the line in the list and keeps who is in the chat', () => {
  const chat = makeChat({ operators: [me] })
  const { id, status, lastActivityAt } = chat
  const activity = {
    chat: { id },
    status,
    lastActivityAt,
    revision: 2,
    lastSeq: 2,
    lastVisitorSeq: 2,
    preview: 'Hi',
    unansweredSince: null,
  }
  const changed = withMessage(chat, { activity, message: makeMessage() })
  expect(changed).toMatchObject({ id: chat.id, revision: 2, preview: 'Hi', operators: [me] })
  expect(changed).not.toHaveProperty('chat')
})

test('a message says who wrote last and since when the visitor waits, and a notice only the latter', () => {
  const chat = makeChat({ status: 'ACTIVE', operators: [me], lastAuthor: 'OPERATOR' })
  const activity = {
    ...{
      chat: { id: chat.id },
      status: chat.status,
      revision: 2,
      lastSeq: 2,
      lastVisitorSeq: 2,
      preview: 'Hi',
    },
    lastActivityAt: '2026-03-01T12:00:00.000Z',
    unansweredSince: '2026-03-01T12:00:00.000Z',
  }
  const asked = withMessage(chat, { activity, message: makeMessage() })
  expect(asked).toMatchObject({ lastAuthor: 'VISITOR', unansweredSince: activity.unansweredSince })
  const notice = makeMessage({ author: 'SYSTEM', type: 'NOTICE' })
  expect(withMessage(asked, { activity, message: notice })).toMatchObject({ lastAuthor: 'VISITOR' })
  const note = makeMessage({ author: 'OPERATOR', type: 'NOTE' })
  expect(withMessage(asked, { activity, message: note })).toMatchObject({
    lastIsNote: true,
    unansweredSince: activity.unansweredSince,
  })
  const reply = makeMessage({ author: 'OPERATOR', operator: { ...me, photoUrl: null } })
  expect(
    withMessage(asked, { activity: { ...activity, unansweredSince: null }, message: reply }),
  ).toMatchObject({ lastAuthor: 'OPERATOR', lastOperator: { id: me.id }, unansweredSince: null })
})

test('each chat stands in the views that the server would list it in', () => {
  const views = (chat: ReturnType<typeof makeChat>) =>
    plainViews.filter((view) => isInView(chat, view, { viewerId: 'me' })).map(({ name }) => name)
  expect(views(makeChat({ status: 'QUEUED' }))).toEqual(['waiting', 'all'])
  expect(views(makeChat({ status: 'ACTIVE', operators: [me] }))).toEqual(['mine', 'all'])
  expect(views(makeChat({ status: 'ACTIVE', operators: [other] }))).toEqual(['all'])
  expect(views(makeChat({ status: 'BOT' }))).toEqual(['bot', 'all'])
  expect(views(makeChat({ status: 'CLOSED', operators: [me] }))).toEqual(['closed'])
})

test('who waits longest stands first, elsewhere the newest activity does', () => {
  const early = makeChat({ queuedAt: '2026-03-01T10:00:00Z', lastActivityAt: '2026-03-01T10:00:00Z' })
  const late = makeChat({ queuedAt: '2026-03-01T11:00:00Z', lastActivityAt: '2026-03-01T11:00:00Z' })
  expect([late, early].sort((a, b) => compareChats(a, b, 'LONGEST_WAIT'))).toEqual([early, late])
  expect([early, late].sort((a, b) => compareChats(a, b, 'LATEST_ACTIVITY'))).toEqual([late, early])
})

test('a record is moved to its place, put in once, and taken out', () => {
  const compare = (a: string, b: string) => a.localeCompare(b)
  expect(placeId(['a', 'c'], 'b', true, compare)).toEqual(['a', 'b', 'c'])
  expect(placeId(['b', 'a', 'c'], 'b', true, compare)).toEqual(['a', 'b', 'c'])
  expect(placeId(['a', 'b'], 'b', false, compare)).toEqual(['a'])
})

test('a list that does not change stays the same list, so that nothing is drawn again', () => {
  const compare = (a: string, b: string) => a.localeCompare(b)
  const ids = ['a', 'b']
  expect(placeId(ids, 'b', true, compare)).toBe(ids)
  expect(placeId(ids, 'x', false, compare)).toBe(ids)
})
