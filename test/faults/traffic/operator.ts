import { randomUUID } from 'node:crypto'
import { type Caller, type Data, mutate } from './ask.ts'
import { follow } from './follow.ts'
import { insist } from './insist.ts'
import { type Ledger, noteShown } from './ledger.ts'

interface Options {
  caller: Caller
  /** Whether this operator is the one who answers a chat. */
  answers(chatId: string): boolean
}

const EVENTS = `subscription ($after: String) {
  events(after: $after) {
    id cursor
    ... on MessageCreated { message { uuid author text } activity { chat { id } } chat { status } }
  }
}`

/** An operator with a screen who answers each message of a visitor, in the order in which they are shown. */
export function workAsOperator(ledger: Ledger, { caller, answers }: Options): void {
  const shown = new Map<string, Set<string>>()
  ledger.shown.push(shown)
  const chats = new Map<string, Promise<void>>()
  const onEvent = ({ id, message, activity, chat }: Data) => {
    if (!message) return
    const isNew = !shown.has(message.uuid)
    noteShown(shown, message.uuid, id)
    if (!isNew || message.author !== 'VISITOR' || chat.status === 'BOT') return
    const chatId = activity.chat.id
    if (!answers(chatId)) return
    const before = chats.get(chatId) ?? Promise.resolve()
    const key = randomUUID()
    const text = `To ${message.text}`
    ledger.replied.set(key, text)
    chats.set(
      chatId,
      before.then(() => reply(ledger, caller, { idempotencyKey: key, chatId, text })),
    )
  }
  void follow({ caller, query: EVENTS, after: '0', onEvent })
}

async function reply(ledger: Ledger, caller: Caller, input: Record<string, string>): Promise<void> {
  await insist(ledger, () => mutate(caller, 'sendMessage', input, 'message { uuid }'))
}
