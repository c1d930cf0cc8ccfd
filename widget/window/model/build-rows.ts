import type { VisitChat, VisitMessage } from '../../core.ts'
import type { OutgoingMessage } from './outgoing-messages.ts'

/** The delivery state of a message by the visitor. */
type Mark = 'sending' | 'failed' | 'sent' | 'read'

/** A message as a row, with its surroundings. */
export interface Row {
  /** The same before and after the server has confirmed the message, so that nothing flickers. */
  key: string
  own: boolean
  at: Date
  /** Who wrote it, unless it is the visitor's own. */
  authorId: string | null
  name: string | null
  photoUrl: string | null
  isBot: boolean
  /** What they answered with it. */
  invite: string | null | undefined
  message: VisitMessage | null
  outgoing: OutgoingMessage | null
  mark: Mark | null
  startsDay: boolean
  startsGroup: boolean
  endsGroup: boolean
  /** The visitor has written something since. */
  isAnswered: boolean
  /** Of a bot's buttons: the one that was pressed. */
  pressedButtonId: string | null
}

type Bare = Omit<Row, 'startsDay' | 'startsGroup' | 'endsGroup' | 'isAnswered' | 'pressedButtonId'>

const GROUP_MS = 3 * 60_000

/** Lines up the conversation: confirmed messages in their order, then those on their way. */
export function buildRows(
  messages: VisitMessage[],
  waiting: OutgoingMessage[],
  chat: VisitChat | null,
): Row[] {
  const confirmed = new Set(messages.map(({ id }) => id))
  const rows = [
    ...messages.map((message) => confirmedRow(message, chat)),
    ...waiting.filter(({ key }) => !confirmed.has(key)).map(outgoingRow),
  ]
  const days = rows.map(({ at }) => at.toDateString())
  /** The place of what the visitor wrote next. */
  let next = 0
  return rows.map((row, index) => {
    while (next <= index || rows[next]?.own === false) next++
    const before = rows[index - 1]
    const after = rows[index + 1]
    const reply = rows[next]
    const startsDay = !before || days[index - 1] !== days[index]
    return {
      ...row,
      startsDay,
      startsGroup: startsDay || !isOneGroup(before, row),
      endsGroup: !after || days[index + 1] !== days[index] || !isOneGroup(row, after),
      isAnswered: reply !== undefined,
      pressedButtonId:
        (row.message?.buttons[0] && (reply?.message?.pressedButtonId ?? reply?.outgoing?.buttonId)) ?? null,
    }
  })
}

function confirmedRow(message: VisitMessage, chat: VisitChat | null): Bare {
  const own = message.author === 'VISITOR'
  const isRead = message.isRead || (message.chatId === chat?.id && message.seq <= chat.lastReadByOperatorSeq)
  return {
    key: message.id,
    own,
    at: new Date(message.createdAt),
    authorId: message.operator?.id ?? null,
    name: message.operator?.name ?? null,
    photoUrl: message.operator?.photoUrl ?? null,
    isBot: message.author === 'BOT',
    invite: message.invite,
    message,
    outgoing: null,
    mark: own ? (isRead ? 'read' : 'sent') : null,
  }
}

function outgoingRow(outgoing: OutgoingMessage): Bare {
  return {
    key: outgoing.key,
    own: true,
    at: new Date(outgoing.createdAt),
    authorId: null,
    name: null,
    photoUrl: null,
    isBot: false,
    invite: outgoing.invite,
    message: null,
    outgoing,
    mark: outgoing.state,
  }
}

function isOneGroup(a: Bare, b: Bare): boolean {
  return (
    !b.invite &&
    a.own === b.own &&
    a.authorId === b.authorId &&
    a.isBot === b.isBot &&
    a.mark !== 'failed' &&
    b.at.getTime() - a.at.getTime() < GROUP_MS
  )
}
