import { expect, test } from 'vitest'
import {
  decodeLiveEvent,
  encodeLiveEvent,
  type LiveEvent,
  openEnvelope,
  transient,
} from '../../server/events/live-event.ts'
import type { Chat, Message } from '../../server/generated/prisma/client.ts'

const at = new Date('2026-11-01T12:00:00Z')
const later = new Date('2026-11-01T12:00:01Z')
const VISITOR = '01980000-0000-7000-8000-000000000001'

/** An event as its process announces it, with the rows that it is about. */
const announced: LiveEvent = {
  ...transient('RESYNC', { accountId: 'account', visitorId: VISITOR }),
  id: 9_007_199_254_740_993n,
  kind: 'MESSAGE_CREATED',
  occurredAt: at,
  data: { text: 'Grüße' },
  snapshot: {
    message: { id: 'message', text: 'a b - {', createdAt: at, editedAt: later, deletedAt: null } as Message,
    activity: { id: 'chat', lastSeq: 2, lastActivityAt: at, unansweredSince: later } as Chat,
  },
}

const heard = (text: string) => decodeLiveEvent(openEnvelope(text).content)

test('what another process announces arrives as it was, with its times and its number', () => {
  expect(heard(encodeLiveEvent(announced))).toEqual(announced)
  const signal = transient('VISITOR_TYPING', { accountId: 'account', typing: true })
  expect(heard(encodeLiveEvent(signal))).toEqual(signal)
})

test('the envelope says which event it is and which visitor hears it', () => {
  expect(openEnvelope(encodeLiveEvent(announced))).toMatchObject({ id: announced.id, visitorId: VISITOR })
  const forOperators = transient('PRESENCE_CHANGED', { accountId: 'account' })
  expect(openEnvelope(encodeLiveEvent(forOperators))).toMatchObject({ id: null, visitorId: null })
})

test('times that a process of an earlier version does not know are not there', () => {
  const { createdAt, ...message } = { ...announced.snapshot.message } as Message
  const { editedAt: _edited, deletedAt: _deleted, ...known } = message
  const { unansweredSince: _since, ...activity } = { ...announced.snapshot.activity } as Chat
  const snapshot = { message: { ...known, createdAt } as Message, activity: activity as Chat }
  expect(heard(encodeLiveEvent({ ...announced, snapshot })).snapshot).toMatchObject({
    message: { createdAt: at, editedAt: null, deletedAt: null },
    activity: { lastActivityAt: at, unansweredSince: null },
  })
})
