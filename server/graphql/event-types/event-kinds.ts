import type { LoggedKind } from '../../events/kinds.ts'
import { builder } from '../builder.ts'

/** What happened, in words. */
export const eventKinds: Record<LoggedKind, { description: string }> = {
  CHAT_OPENED: { description: 'A visitor started a chat.' },
  CHAT_ACCEPTED: { description: 'An operator accepted a chat that was waiting or that a bot answered.' },
  OPERATOR_JOINED: { description: 'An operator joined a chat that others are answering.' },
  OPERATOR_LEFT: {
    description: 'An operator left a chat. If there is no other operator in it, it waits again.',
  },
  CHAT_TRANSFERRED: {
    description:
      'A chat was transferred to a department, where it waits, or to another operator. After that department is deleted, such an event is returned as `ChatUpdated`, also when only this type is asked for.',
  },
  CHAT_HANDED_OFF: {
    description:
      'A chat went from its bot to the operators, where it waits. When an operator accepts the chat of a bot, there is only `ChatAccepted`.',
  },
  CHAT_HANDED_BACK: { description: 'The operators handed a chat over to a bot: all of them left it.' },
  CHAT_CLOSED: { description: 'A chat was closed: everyone left it.' },
  CHAT_RATED: { description: 'The visitor rated a chat, or changed their rating.' },
  CHAT_UPDATED: { description: 'A chat changed in a way for which there is no other event.' },
  CHAT_READ: { description: 'The viewer has read further in a chat, on this or another device.' },
  CHAT_INVITATION_CREATED: { description: 'An operator was invited to a chat.' },
  CHAT_INVITATION_ACCEPTED: { description: 'An invitation to a chat was accepted.' },
  CHAT_INVITATION_DECLINED: { description: 'An invitation to a chat was declined.' },
  CHAT_INVITATION_EXPIRED: { description: 'An invitation to a chat was not answered in time.' },
  CHAT_INVITATION_CANCELLED: {
    description: 'An invitation to a chat was cancelled, because the chat was closed, handed over or left.',
  },
  MESSAGE_CREATED: { description: 'A chat got a new message or notice. The actor is its author.' },
  DELIVERY_SENT: { description: 'A message was delivered.' },
  DELIVERY_DELAYED: { description: 'An attempt to deliver a message failed. Another one follows.' },
  DELIVERY_FAILED: { description: 'A message could not be delivered.' },
  DELIVERY_RETRIED: { description: 'An operator resent a message that could not be delivered.' },
  VISITOR_UPDATED: { description: 'What is known about a visitor changed.' },
  VISITORS_MERGED: { description: 'Two visitors were merged into one, who has the chats of both.' },
  HISTORY_CLEARED: {
    description: 'A visitor cleared the conversation in the widget. Operators still see it.',
  },
  VISITOR_ERASED: { description: 'A visitor was deleted with all their data.' },
  OPERATOR_CREATED: { description: 'An operator was added to the account.' },
  OPERATOR_UPDATED: { description: 'The profile, role or availability of an operator changed.' },
  OPERATOR_DEACTIVATED: { description: 'An operator was deactivated.' },
  OPERATOR_REACTIVATED: { description: 'A deactivated operator was allowed to sign in again.' },
  CHANNEL_CREATED: { description: 'A channel was created.' },
  CHANNEL_UPDATED: { description: 'A channel changed: its settings, operators or bot.' },
  CHANNEL_DELETED: { description: 'A channel was deleted. Its open chats are closed.' },
  DEPARTMENT_CREATED: {
    description: 'A department was created. Not returned after the department is deleted.',
  },
  DEPARTMENT_UPDATED: {
    description:
      'The name or the members of a department changed. Not returned after the department is deleted.',
  },
  DEPARTMENT_DELETED: { description: 'A department was deleted.' },
  BOT_CONNECTED: { description: 'A bot was connected.' },
  BOT_UPDATED: { description: 'A bot changed: its name, token, channels, or whether it is switched on.' },
  BOT_DISCONNECTED: { description: 'A bot was disconnected.' },
  WEBHOOK_ENDPOINT_CREATED: { description: 'A webhook endpoint was created.' },
  WEBHOOK_ENDPOINT_UPDATED: { description: 'A webhook endpoint changed.' },
  WEBHOOK_ENDPOINT_DISABLED: {
    description:
      'A webhook endpoint was switched off automatically: it answered 410 Gone, or all deliveries failed for five days.',
  },
  WEBHOOK_ENDPOINT_DELETED: { description: 'A webhook endpoint was deleted.' },
  CRM_ANSWER_UPDATED: {
    description: 'What a webhook endpoint shows next to a chat changed: see `Chat.crm`.',
  },
  CRM_CARD_ASSIGNED: { description: 'An operator bound a chat to a CRM card: see `Chat.crm`.' },
  CALL_STARTED: {
    description: 'A call started: a visitor will be called, or the telephone system started one.',
  },
  CALL_OPERATOR_CONNECTED: {
    description: 'The operator is on the line. When operators dial, the actor took the call.',
  },
  CALL_CLIENT_CONNECTED: { description: 'The visitor is on the line.' },
  CALL_ENDED: { description: 'A call ended.' },
  VISITOR_INVITED: { description: 'An operator invited a visitor on the website to a chat.' },
  VISIT_INVITATION_ANSWERED: {
    description: 'A visitor on the website reacted to the invitation of an operator.',
  },
  MESSAGES_DELIVERED: { description: 'Messages to the visitor reached the widget.' },
  MESSAGES_SEEN: { description: 'The visitor saw messages in the widget.' },
  CALL_FAILED: { description: 'A call failed.' },
  OFFLINE_MESSAGE_ANSWERED: { description: 'An operator answered an offline message.' },
  OFFLINE_MESSAGE_UPDATED: {
    description:
      'The mail with the answer to an offline message was sent, failed, was kept or was queued again.',
  },
  OFFLINE_MESSAGE_CREATED: { description: 'A visitor left a message for later.' },
  API_TOKEN_CREATED: { description: 'The viewer created an API token.' },
  API_TOKEN_REVOKED: { description: 'An API token of the viewer was revoked.' },
  BOT_PROVIDER_CREATED: { description: 'A bot provider was created.' },
  BOT_PROVIDER_UPDATED: { description: 'A bot provider changed.' },
  BOT_PROVIDER_DELETED: { description: 'A bot provider was deleted.' },
  CALL_SETTINGS_UPDATED: { description: 'The settings of calls changed.' },
  CHAT_LOG_SETTINGS_UPDATED: { description: 'The addresses that get the logs of chats changed.' },
  DEVELOPER_SETTINGS_UPDATED: { description: 'The developer settings changed.' },
  OPERATOR_INVITED: { description: 'An admin invited somebody to the account.' },
  OPERATOR_INVITATION_REVOKED: { description: 'An invitation to the account was revoked.' },
  RETENTION_UPDATED: { description: 'How long data is kept changed.' },
  SESSION_CREATED: { description: 'The viewer signed in on another device or in another browser.' },
  SESSION_ENDED: { description: 'A session of the viewer ended: they signed out, or ended it.' },
}

const typeNames = new Map(Object.keys(eventKinds).map((kind) => [kind, inPascalCase(kind)]))

/** The type of the events of a kind: ChatOpened for CHAT_OPENED. */
export function typeName(kind: string): string {
  return typeNames.get(kind) ?? inPascalCase(kind)
}

function inPascalCase(kind: string): string {
  return kind.replace(/([A-Z])([A-Z]*)_?/g, (_word, first, rest) => first + rest.toLowerCase())
}

export const EventType = builder.enumType('EventType', {
  description: 'The types of events: CHAT_OPENED stands for `ChatOpened`.',
  values: eventKinds,
})
