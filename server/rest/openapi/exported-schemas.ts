import type { ExportedChat } from '../../domain/archive/exported-chat.ts'
import type { ExportedMessage } from '../../domain/archive/exported-message.ts'
import type { ExportedCall } from '../../domain/calls/export-calls.ts'
import type { EntryWriter } from '../../domain/messages/entries/entry-kinds.ts'
import type { ExportedOfflineMessage } from '../../domain/offline-messages/export-offline-messages.ts'
import type { VisitorData } from '../../domain/visitors/export-visitor.ts'
import {
  CallOutcome,
  CallState,
  CallType,
  ChatOutcome,
  ChatRating,
  MessageAuthor,
  MessageType,
  OfflineMessageState,
} from '../../generated/prisma/enums.ts'
import { reference } from './operation.ts'
import type { JsonSchema } from './schema-of.ts'

const text: JsonSchema = { type: 'string' }
const number: JsonSchema = { type: 'integer' }
const moment: JsonSchema = { type: 'string', format: 'date-time' }
const oneOf = (values: object): JsonSchema => ({ enum: Object.values(values) })
const objects: JsonSchema = { type: 'array', items: { type: 'object' } }

/** The same, or null. */
function orNull(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.enum)) return { ...schema, enum: [...schema.enum, null] }
  return { ...schema, type: [String(schema.type), 'null'] }
}

/** Always has all of these, and may get others in later versions. */
function record(properties: { [name: string]: JsonSchema }, description?: string): JsonSchema {
  return {
    type: 'object',
    ...(description && { description }),
    required: Object.keys(properties),
    properties,
  }
}

const visitor: Record<'number' | 'id' | 'name' | 'email' | 'phone', JsonSchema> = {
  number,
  id: { ...text, description: 'The id by which the client knows the visitor.' },
  name: orNull(text),
  email: orNull(text),
  phone: orNull(text),
}

const message: Record<Exclude<keyof ExportedMessage, 'chatId'>, JsonSchema> = {
  seq: number,
  createdAt: moment,
  author: { enum: [...Object.values(MessageAuthor), 'AUTOMATIC'] satisfies EntryWriter[] },
  operator: { ...orNull(text), description: 'The operator who wrote it.' },
  type: { enum: Object.values(MessageType).filter((type) => type !== 'AUTOMATIC') },
  text: orNull(text),
  file: { ...orNull(text), description: 'The address of the file that it shows.' },
  quotes: {
    ...orNull(number),
    description: 'The place (`seq`) of the message that it quotes. Null also when that was deleted since.',
  },
}

const chat: Record<Exclude<keyof ExportedChat, 'id'> | 'messages', JsonSchema> = {
  number,
  channel: text,
  department: orNull(text),
  operators: { type: 'array', items: text, description: 'The names of all who were in it.' },
  tags: { type: 'array', items: text, description: 'The names of its tags.' },
  outcome: { ...orNull(oneOf(ChatOutcome)), description: 'Null while it is open.' },
  rating: orNull(oneOf(ChatRating)),
  ratingComment: orNull(text),
  createdAt: moment,
  acceptedAt: orNull(moment),
  closedAt: orNull(moment),
  visitor: record({ ...visitor, description: orNull(text) }),
  messages: { type: 'array', items: record(message) },
}

const call: Record<Exclude<keyof ExportedCall, 'id'>, JsonSchema> = {
  type: oneOf(CallType),
  state: oneOf(CallState),
  outcome: orNull(oneOf(CallOutcome)),
  phone: { ...text, description: 'Empty when the caller withholds it.' },
  reason: orNull(text),
  recordUrl: orNull(text),
  channel: text,
  operator: orNull(text),
  chatNumber: orNull(number),
  createdAt: moment,
  endedAt: moment,
  visitor: orNull(record(visitor)),
}

const offlineMessage: Record<Exclude<keyof ExportedOfflineMessage, 'id'>, JsonSchema> = {
  createdAt: moment,
  state: oneOf(OfflineMessageState),
  channel: text,
  department: orNull(text),
  name: orNull(text),
  email: orNull(text),
  phone: orNull(text),
  visitorNumber: orNull(number),
  pageUrl: orNull(text),
  text,
  answer: orNull(text),
  answeredBy: orNull(text),
  answeredAt: orNull(moment),
}

const visitorData: Record<keyof VisitorData, JsonSchema> = {
  visitor: { type: 'object', description: 'With their visit to the website, and those merged into them.' },
  history: { ...objects, description: 'Who changed what.' },
  offlineMessages: objects,
  invitations: { ...objects, description: 'What operators invited them to chats with.' },
  calls: objects,
  chats: { type: 'array', items: reference('ExportedChat'), description: 'Also the open one.' },
}

/** Schemas of what is exported as JSON. */
export const exportedSchemas: { [name: string]: JsonSchema } = {
  ExportedChat: record(chat, 'A chat with all its messages.'),
  ExportedCall: record(call, 'A call that is over.'),
  ExportedOfflineMessage: record(offlineMessage),
  ExportedVisitor: record(visitorData, 'Everything that is stored about a visitor.'),
}
