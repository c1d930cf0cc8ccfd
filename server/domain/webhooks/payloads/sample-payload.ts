import type { Channel, User } from '../../../generated/prisma/client.ts'
import type { WebhookName } from '../sending/webhook.ts'
import { htmlLog, logEntry, plainLog } from './chat-log.ts'
import { callOf } from './item-data.ts'
import { agentOf, pageOf, tagOf, visitorOf } from './structures.ts'

interface SampleParts {
  event: WebhookName
  /** The admin who tests. */
  user: User
  channel: Pick<Channel, 'publicId'> | null
}

const VISITOR = {
  number: 0,
  name: 'Test visitor',
  email: 'visitor@example.com',
  phone: '+1 202 555 0100',
  description: 'Sent by the button "Send a test event".',
}
const NO_ID = '00000000-0000-0000-0000-000000000000'
const PAGE_URL = 'https://www.example.com/'

/** An event as an endpoint would get it, about the chat 0 of a visitor who does not exist. */
export function samplePayload({ event, user, channel }: SampleParts): Record<string, unknown> {
  const agent = agentOf(user)
  const now = new Date()
  const lines = [
    { at: now, author: 'VISITOR' as const, operator: null, text: 'Hello! This is a test.' },
    { at: now, author: 'OPERATOR' as const, operator: user, text: 'It works.' },
  ]
  const names = { visitor: VISITOR.name, bot: 'Bot' }
  const chat = { messages: lines.map(logEntry), rate: null, blacklisted: false }
  const own: Record<WebhookName, Record<string, unknown>> = {
    call_event: { agent, call: callOf({ type: 'CALLBACK', phone: VISITOR.phone, state: 'START' }) },
    chat_accepted: { agent },
    chat_assigned: { agent, assign_to: 'https://crm.example.com/cards/0' },
    chat_finished: {
      agents: [agent],
      chat,
      plain_messages: plainLog(lines, names),
      html_messages: htmlLog(lines, names),
    },
    chat_updated: { agent },
    offline_message: { offline_message_id: NO_ID, message: 'Hello! This is a test.' },
    client_updated: { agent },
    message_created: { agent, message: { id: NO_ID, ...chat.messages[0] } },
    chat_rated: { agents: [agent], chat: { ...chat, rate: 'positive' }, comment: 'Thank you!' },
    chat_tagged: { agent, tags: [tagOf({ id: NO_ID, name: 'Test', color: 'BLUE' })] },
  }
  return {
    event_name: event,
    ...(event !== 'offline_message' && { chat_id: 0 }),
    ...(channel && { widget_id: channel.publicId }),
    visitor: visitorOf(VISITOR, 1),
    page: pageOf(PAGE_URL, null),
    ...own[event],
  }
}
