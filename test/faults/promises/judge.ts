import type { Ledger, Received } from '../traffic/ledger.ts'
import { botReply } from '../traffic/receivers.ts'
import type { Stored, StoredMessage } from './read-stored.ts'
import { countEach, firstOfEach, groupBy, type Row } from './row.ts'

/** Compares what was promised with what became of it. */
export function judge(ledger: Ledger, stored: Stored): Row[] {
  const of = (...authors: StoredMessage['author'][]) =>
    stored.messages.filter(({ author }) => authors.includes(author))
  return [
    visitorsStored(ledger, of('VISITOR')),
    operatorsStored(ledger, of('OPERATOR')),
    chatsWhole(stored),
    screensComplete(ledger, stored.messages),
    widgetsComplete(ledger, stored.messages),
    received(
      'every reply comes to the client, in the order of its chat',
      ledger.delivered,
      of('OPERATOR', 'BOT').filter(({ channel }) => channel === 'CHAT_API'),
    ),
    botAnswers(ledger, stored),
    crmTold(ledger, of('VISITOR', 'OPERATOR', 'BOT')),
    nothingFailed(stored),
  ]
}

const NOTHING = { sent: null, stored: null, shown: null, delivered: null }

function visitorsStored({ written }: Ledger, messages: StoredMessage[]): Row {
  const counts = countEach(messages.map(({ text }) => text ?? ''))
  const ids = new Map(messages.map(({ id, text }) => [id, text]))
  return {
    ...NOTHING,
    promise: 'a visitor’s message that was accepted is stored once',
    sent: written.size,
    stored: messages.length,
    lost: [...written].filter(([text, { id }]) => ids.get(id ?? '') !== text).map(([text]) => text),
    twice: [...counts].filter(([text, count]) => count > 1 || !written.has(text)).map(([text]) => text),
  }
}

function operatorsStored({ replied }: Ledger, messages: StoredMessage[]): Row {
  const counts = countEach(messages.map(({ text }) => text ?? ''))
  const ids = new Set(messages.map(({ id }) => id))
  return {
    ...NOTHING,
    promise: 'an operator’s message that was accepted is stored once',
    sent: replied.size,
    stored: messages.length,
    lost: [...replied].filter(([id]) => !ids.has(id)).map(([, text]) => text),
    twice: [...counts].filter(([, count]) => count > 1).map(([text]) => text),
  }
}

function chatsWhole({ chats, messages }: Stored): Row {
  const seqs = groupBy(messages, ({ chatId }) => chatId)
  const open = countEach(
    chats.filter(({ status }) => status !== 'CLOSED').map(({ visitor }) => `visitor ${visitor}`),
  )
  return {
    ...NOTHING,
    promise: 'a chat’s numbers have no gaps, and a visitor has one chat',
    stored: chats.length,
    lost: chats
      .filter(({ id, lastSeq }) => {
        const found = (seqs.get(id) ?? []).map(({ seq }) => seq)
        return found.length !== lastSeq || found.some((seq, index) => seq !== index + 1)
      })
      .map(({ visitor }) => `visitor ${visitor}`),
    twice: [...open].filter(([, count]) => count > 1).map(([visitor]) => visitor),
  }
}

function screensComplete({ shown }: Ledger, messages: StoredMessage[]): Row {
  return {
    ...NOTHING,
    promise: 'every message comes to every operator’s screen, as one event',
    stored: messages.length,
    shown: Math.min(...shown.map(({ size }) => size)),
    lost: shown.flatMap((each) => messages.filter(({ id }) => !each.has(id)).map(nameOf)),
    twice: shown.flatMap((each) => [...each].filter(([, events]) => events.size > 1).map(([id]) => id)),
  }
}

function widgetsComplete({ seen }: Ledger, messages: StoredMessage[]): Row {
  const written = messages.filter(({ channel, author }) => channel === 'WIDGET' && author !== 'SYSTEM')
  const all = [...seen.values()]
  return {
    ...NOTHING,
    promise: 'every message comes to its visitor’s widget, as one event',
    stored: written.length,
    shown: all.reduce((sum, { size }) => sum + size, 0),
    lost: written.filter(({ id, visitor }) => !seen.get(String(visitor))?.has(id)).map(nameOf),
    twice: all.flatMap((each) => [...each].filter(([, events]) => events.size > 1).map(([id]) => id)),
  }
}

/** Receivers answer all the time, so no attempt after another may fail. */
function nothingFailed({ unsent }: Stored): Row {
  return {
    ...NOTHING,
    promise: 'nothing that receivers would have taken is given up',
    lost: unsent.map(
      ({ kind, state, errorCode, messageId }) => `${kind} ${state} ${errorCode} (${messageId})`,
    ),
    twice: [],
  }
}

function crmTold({ told }: Ledger, messages: StoredMessage[]): Row {
  const row = received('the CRM is told of every message, in the order of its chat', told, messages)
  const events = groupBy(told, ({ messageId }) => messageId)
  const twice = [...events].filter(([, all]) => new Set(all.map(({ attemptOf }) => attemptOf)).size > 1)
  return { ...row, twice: twice.map(([id]) => id) }
}

/** Attempts may repeat: whoever receives knows them by their id. */
function received(promise: string, requests: Received[], messages: StoredMessage[]): Row {
  const first = firstOfEach(requests, ({ messageId }) => messageId)
  const order = new Map(first.map(({ messageId }, index) => [messageId, index]))
  const lost: string[] = []
  for (const chat of groupBy(messages, ({ chatId }) => chatId).values()) {
    let last = -1
    for (const message of chat) {
      const at = order.get(message.id)
      if (at === undefined) lost.push(nameOf(message))
      else if (at < last) lost.push(`${nameOf(message)} (too early)`)
      last = Math.max(last, at ?? -1)
    }
  }
  return { ...NOTHING, promise, stored: messages.length, delivered: first.length, lost, twice: [] }
}

function botAnswers({ asked }: Ledger, { messages, chats }: Stored): Row {
  const all = groupBy(messages, ({ chatId }) => chatId)
  const withBot = chats.filter(({ id }) => all.get(id)?.[0]?.text?.startsWith('asker'))
  const lost: string[] = []
  const twice: string[] = []
  let questions = 0
  for (const { id } of withBot) {
    const chat = all.get(id) ?? []
    const replies = countEach(chat.filter(({ author }) => author === 'BOT').map(({ text }) => text))
    const handedOff = chat.some(({ notice }) => notice?.kind === 'BOT_FAILED')
    for (const message of chat.filter(({ author }) => author === 'VISITOR')) {
      questions++
      const count = replies.get(botReply(message.text ?? '')) ?? 0
      if (count === 0 && !handedOff) lost.push(nameOf(message))
      if (count > 1) twice.push(nameOf(message))
    }
  }
  return {
    ...NOTHING,
    promise: 'the bot answers every message once, or an operator has the chat',
    sent: questions,
    delivered: firstOfEach(asked, ({ attemptOf }) => attemptOf).length,
    lost,
    twice,
  }
}

function nameOf({ id, author, text, notice }: StoredMessage): string {
  return `${author} ${text ?? notice?.kind} (${id})`
}
