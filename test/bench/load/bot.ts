import { randomUUID } from 'node:crypto'
import { listen } from './listen.ts'

/** Starts the bot of this process; the answer is its address. */
export interface ListenAsBot {
  kind: 'listen-as-bot'
}

/** What begins like this is repeated to the visitor; the rest is heard and not answered. */
export const REPEAT = 'Repeat: '

let onEvent: (text: string) => void = () => {}

/** It answers at once, in the body of its answer. */
export function listenAsBot(): Promise<string> {
  return listen((body) => {
    const { event, client_id, chat_id, message } = JSON.parse(body)
    if (event !== 'CLIENT_MESSAGE') return '{}'
    onEvent(message.text)
    if (!message.text.startsWith(REPEAT)) return '{}'
    const text = message.text.slice(REPEAT.length)
    return JSON.stringify({
      event: 'BOT_MESSAGE',
      id: randomUUID(),
      client_id,
      chat_id,
      message: { type: 'TEXT', text, timestamp: Math.floor(Date.now() / 1000) },
    })
  })
}

/** Calls back for the text of every visitor's message that the bot gets from now on. */
export function onBotEvent(listener: (text: string) => void): void {
  onEvent = listener
}
