import { expect, test } from 'vitest'
import { judge } from './promises/judge.ts'
import type { Stored, StoredMessage } from './promises/read-stored.ts'
import { holds } from './promises/row.ts'
import { createLedger, type Ledger, noteShown } from './traffic/ledger.ts'
import { botReply } from './traffic/receivers.ts'

interface Run {
  ledger: Ledger
  stored: Stored
}

const message = (id: string, chatId: string, seq: number, author: StoredMessage['author'], text: string) => ({
  ...{ id, chatId, seq, author, text },
  ...{
    channel: chatId === 'website' ? ('WIDGET' as const) : ('CHAT_API' as const),
    visitor: 7,
    notice: null,
  },
})

/** A run in which everything went well: a chat with an operator, one with a bot, one on a website. */
function goodRun(): Run {
  const messages = [
    message('v1', 'chat', 1, 'VISITOR', 'Hello'),
    message('o1', 'chat', 2, 'OPERATOR', 'To Hello'),
    message('v2', 'chat', 3, 'VISITOR', 'Bye'),
    message('o2', 'chat', 4, 'OPERATOR', 'To Bye'),
    message('a1', 'bot', 1, 'VISITOR', 'asker writes'),
    message('b1', 'bot', 2, 'BOT', botReply('asker writes')),
    message('w1', 'website', 1, 'VISITOR', 'Here'),
    message('w2', 'website', 2, 'OPERATOR', 'To Here'),
  ]
  const ledger = createLedger()
  const [screen, widget] = [new Map(), new Map()]
  ledger.shown.push(screen)
  ledger.seen.set('7', widget)
  for (const { id, author, text, channel } of messages) {
    if (author === 'VISITOR') ledger.written.set(text, { visitor: 'somebody', id })
    if (author === 'OPERATOR') ledger.replied.set(id, text)
    noteShown(screen, id, `event of ${id}`)
    if (channel === 'WIDGET') noteShown(widget, id, `event of ${id}`)
    else if (author !== 'VISITOR') ledger.delivered.push({ attemptOf: id, messageId: id, text })
    ledger.told.push({ attemptOf: `webhook of ${id}`, messageId: id, text })
    if (id === 'a1') ledger.asked.push({ attemptOf: 'event of a1', messageId: id, text })
  }
  const chats = ['chat', 'bot', 'website'].map((id, visitor) => ({
    ...{ id, visitor, status: 'ACTIVE' },
    lastSeq: messages.filter(({ chatId }) => chatId === id).length,
  }))
  return { ledger, stored: { messages, chats, unsent: [] } }
}

/** The promises that are broken when something has gone wrong in the good run. */
function brokenAfter(harm: (run: Run) => void): string[] {
  const run = goodRun()
  harm(run)
  return judge(run.ledger, run.stored)
    .filter((row) => !holds(row))
    .map(({ promise }) => promise)
}

const without = ({ stored }: Run, id: string) => {
  stored.messages = stored.messages.filter((each) => each.id !== id)
}

test('a run in which everything went well breaks no promise', () => {
  expect(brokenAfter(() => {})).toEqual([])
})

test('a message of a visitor that is not stored, or stored under another id, is lost', () => {
  expect(brokenAfter((run) => without(run, 'v2'))).toContain(
    'a visitor’s message that was accepted is stored once',
  )
  expect(brokenAfter(({ ledger }) => ledger.written.set('Hello', { visitor: 'somebody', id: 'x' }))).toEqual([
    'a visitor’s message that was accepted is stored once',
  ])
})

test('a message that is stored twice is told', () => {
  const again = (of: string) =>
    brokenAfter(({ stored }) => {
      const found = stored.messages.find(({ id }) => id === of)
      if (found) stored.messages.push({ ...found, id: 'again' })
    })
  expect(again('v1')).toContain('a visitor’s message that was accepted is stored once')
  expect(again('o1')).toContain('an operator’s message that was accepted is stored once')
  expect(again('b1')).toContain('the bot answers every message once, or an operator has the chat')
})

test('an operator’s message that is not stored is lost', () => {
  expect(brokenAfter(({ ledger }) => ledger.replied.set('o3', 'Lost'))).toEqual([
    'an operator’s message that was accepted is stored once',
  ])
})

test('a gap in a chat’s numbers and a second open chat of a visitor are told', () => {
  const promise = 'a chat’s numbers have no gaps, and a visitor has one chat'
  const withChats = (change: Partial<Stored['chats'][number]>) =>
    brokenAfter(({ stored }) => {
      stored.chats = stored.chats.map((chat) => ({ ...chat, ...change }))
    })
  expect(withChats({ lastSeq: 9 })).toEqual([promise])
  expect(withChats({ visitor: 7 })).toEqual([promise])
})

test('a message that a screen or a widget lacks, or has of two events, is told', () => {
  const onScreens = 'every message comes to every operator’s screen, as one event'
  const inWidgets = 'every message comes to its visitor’s widget, as one event'
  expect(brokenAfter(({ ledger }) => ledger.shown[0]?.delete('o1'))).toEqual([onScreens])
  expect(brokenAfter(({ ledger }) => ledger.shown.push(new Map()))).toEqual([onScreens])
  expect(brokenAfter(({ ledger }) => noteShown(ledger.shown[0] ?? new Map(), 'o1', 'x'))).toEqual([onScreens])
  expect(brokenAfter(({ ledger }) => ledger.seen.get('7')?.delete('w2'))).toEqual([inWidgets])
  expect(brokenAfter(({ ledger }) => noteShown(ledger.seen.get('7') ?? new Map(), 'w2', 'x'))).toEqual([
    inWidgets,
  ])
})

test('a reply that does not arrive, or before one of its chat that is older, is told; one that arrives again is not', () => {
  const promise = 'every reply comes to the client, in the order of its chat'
  expect(brokenAfter(({ ledger }) => ledger.delivered.pop())).toEqual([promise])
  expect(brokenAfter(({ ledger }) => ledger.delivered.reverse())).toEqual([promise])
  expect(brokenAfter(({ ledger }) => ledger.delivered.push(...ledger.delivered))).toEqual([])
})

test('a message that the CRM is not told of, or under two ids, is told; the same id again is not', () => {
  const promise = 'the CRM is told of every message, in the order of its chat'
  expect(brokenAfter(({ ledger }) => ledger.told.shift())).toEqual([promise])
  expect(
    brokenAfter(({ ledger }) => ledger.told.push({ attemptOf: 'x', messageId: 'v1', text: 'Hello' })),
  ).toEqual([promise])
  expect(brokenAfter(({ ledger }) => ledger.told.push(...ledger.told))).toEqual([])
})

test('a question that a bot leaves open is told, unless an operator has the chat', () => {
  const promise = 'the bot answers every message once, or an operator has the chat'
  const unanswered = (run: Run) => {
    run.stored.messages = run.stored.messages.map((each) =>
      each.id === 'b1' ? { ...each, text: 'No' } : each,
    )
  }
  expect(brokenAfter(unanswered)).toEqual([promise])
  expect(
    brokenAfter((run) => {
      unanswered(run)
      run.stored.messages = run.stored.messages.map((each) =>
        each.id === 'b1' ? { ...each, notice: { kind: 'BOT_FAILED' } } : each,
      )
    }),
  ).toEqual([])
})

test('what is given up is told', () => {
  const given = { messageId: 'o1', kind: 'CLIENT_REPLY', state: 'FAILED', errorCode: 'timeout' }
  expect(brokenAfter(({ stored }) => stored.unsent.push(given))).toEqual([
    'nothing that receivers would have taken is given up',
  ])
})
