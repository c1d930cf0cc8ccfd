import { expect, test } from 'vitest'
import { findTrigger } from '../../../operator-app/src/conversation/suggestions/find-trigger.ts'
import type { CannedReply } from '../../../operator-app/src/graphql/canned-replies.ts'
import {
  fillReply,
  findGaps,
  nextGap,
  type ReplyValues,
} from '../../../operator-app/src/state/conversation/fill-reply.ts'
import { findReplies } from '../../../operator-app/src/state/conversation/find-replies.ts'

const NAMES = {
  VISITOR_NAME: 'name',
  VISITOR_EMAIL: 'e-mail',
  OPERATOR_NAME: 'your name',
  CHAT_NUMBER: 'number',
  CHANNEL_NAME: 'channel',
}
const UNKNOWN: ReplyValues = {
  VISITOR_NAME: null,
  VISITOR_EMAIL: ' ',
  OPERATOR_NAME: 'Anna',
  CHAT_NUMBER: '7',
  CHANNEL_NAME: 'Shop',
}
const variable = (name: keyof ReplyValues, fallback: string | null = null) => ({
  text: null,
  variable: name,
  fallback,
})

test('a value that is missing is its fallback, which may be nothing, or else a gap', () => {
  const parts = [
    { text: 'Hi ', variable: null, fallback: null },
    variable('VISITOR_NAME', 'there'),
    variable('VISITOR_NAME', ''),
    variable('VISITOR_EMAIL'),
    variable('OPERATOR_NAME'),
  ]
  expect(fillReply(parts, UNKNOWN, NAMES)).toBe('Hi there⟦e-mail⟧Anna')
})

test('going on leads from gap to gap, and on from the last one, so that Tab is no trap', () => {
  const text = 'a ⟦b⟧ c ⟦d⟧'
  expect(findGaps(text)).toEqual([
    { start: 2, end: 5 },
    { start: 8, end: 11 },
  ])
  expect(nextGap(text, { start: 0, end: 0 }, 1)?.start).toBe(2)
  expect(nextGap(text, { start: 2, end: 5 }, 1)?.start).toBe(8)
  expect(nextGap(text, { start: 8, end: 11 }, 1)).toBeUndefined()
  expect(nextGap(text, { start: 8, end: 11 }, -1)?.start).toBe(2)
  expect(nextGap(text, { start: 2, end: 5 }, -1)).toBeUndefined()
})

test.for([
  ['/', '/', ''],
  ['Hello /hi', '/', 'hi'],
  ['Hello\n/hi', '/', 'hi'],
  ['and/or', null, null],
  ['/usr/bin', null, null],
  ['/hi there', '/', 'hi there'],
  ['Hello /how late are', '/', 'how late are'],
  ['/ hi', null, null],
  ['/how late are you open', null, null],
  ['Well :smi', ':', 'smi'],
  ['at 10:30', null, null],
  [':)', null, null],
  [':s', null, null],
] as const)('after %j there is to be completed: %s', ([text, sign, typed]) => {
  expect(findTrigger(text, text.length) ?? { sign: null, typed: null }).toMatchObject({ sign, typed })
})

const reply = (shortcut: string, title: string, text: string, useCount = 0) =>
  ({ id: shortcut, shortcut, title, text, useCount }) as CannedReply

test('what is typed finds a shortcut first, then titles and texts, also misspelt or without accents', () => {
  const replies = [
    reply('refund-late', 'Refund is late', 'It takes a week'),
    reply('hours', 'Opening hours', 'From nine, refunds until five'),
    reply('refund', 'Refund', 'We pay it back', 100),
    reply('cafe', 'Café', 'Around the corner'),
  ]
  const found = (typed: string) => findReplies(replies, typed).map(({ id }) => id)
  expect(found('refund')).toEqual(['refund', 'refund-late', 'hours'])
  expect(found('refnud')).toContain('refund')
  expect(found('openign')).toEqual(['hours'])
  expect(found('cafe')).toEqual(['cafe'])
  expect(found('CAFÉ')).toEqual(['cafe'])
  expect(found('zzz')).toEqual([])
})
