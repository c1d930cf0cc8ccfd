import { listen } from './listen.ts'

/** Starts the CRM of this process; the answer is its address. */
export interface ListenAsCrm {
  kind: 'listen-as-crm'
}

let onMessage: (text: string) => void = () => {}

/** What operators see of the answer about a chat. */
export const cardOf = (chatNumber: number) => `card ${chatNumber}.`

/** It answers at once. */
export function listenAsCrm(): Promise<string> {
  return listen((body) => {
    const { event_name, chat_id, message } = JSON.parse(body)
    if (event_name === 'message_created') onMessage(message.message)
    if (event_name !== 'chat_accepted') return '{"result":"ok"}'
    return JSON.stringify({ result: 'ok', custom_data: [{ title: 'Card', content: cardOf(chat_id) }] })
  })
}

/** Calls back for the text of every message that the CRM is told of from now on. */
export function onToldMessage(listener: (text: string) => void): void {
  onMessage = listener
}
