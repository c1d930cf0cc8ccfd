import { errorResponses, jsonContent, type Operation, type PathItem, reference } from './operation.ts'
import type { JsonSchema } from './schema-of.ts'

const words: JsonSchema = { type: 'string', pattern: '\\S' }
const optionalWords: JsonSchema = { type: 'string' }
const anyId = { type: ['string', 'integer'] }
const loggedId = { ...anyId, description: 'Optional, for the log only.' }
/** Names the conversation; one of both is enough. */
const target = {
  chat_id: { ...anyId, description: 'As in the event.' },
  client_id: { ...anyId, description: 'As in the event.' },
}
const timestamp: JsonSchema = {
  type: ['string', 'number'],
  description: 'Unix time in seconds or milliseconds; optional.',
}

/** Schemas of B1. Unknown fields are ignored, and invalid optional ones are dropped. */
export const botSchemas: { [name: string]: JsonSchema } = {
  BotInboundEvent: {
    oneOf: [
      event(
        'BOT_MESSAGE',
        {
          id: {
            ...anyId,
            description:
              'Optional, for the log. A reply that is also in the body of an answer is shown once if both have the same.',
          },
          message: reference('BotMessage'),
        },
        ['message'],
      ),
      event(
        'INVITE_AGENT',
        {
          id: loggedId,
          reason: {
            ...optionalWords,
            description:
              'Why the bot asks for an operator; optional, and an addition to the contract. Operators see it, and routing rules can ask for it. Cut after 4,000 characters.',
          },
        },
        [],
      ),
      event('CLIENT_INFO', { id: loggedId, ...contactFields(), client_info: contacts() }, []),
    ],
  },
  BotMessage: {
    oneOf: [
      message('TEXT', { text: words, timestamp }, ['text']),
      message(
        'MARKDOWN',
        {
          content: { ...words, description: 'Links, bold and italic.' },
          text: { ...optionalWords, description: 'Sent where Markdown cannot be shown.' },
          timestamp,
        },
        ['content'],
      ),
      message(
        'BUTTONS',
        {
          title: optionalWords,
          text: { ...optionalWords, description: 'Sent where buttons cannot be shown.' },
          buttons: {
            type: 'array',
            minItems: 1,
            description: 'Only the first three are used.',
            items: {
              type: 'object',
              required: ['text'],
              properties: {
                id: { ...anyId, description: 'By default the text of the button.' },
                text: words,
              },
            },
          },
          timestamp,
        },
        ['buttons'],
      ),
    ],
  },
  Accepted: {
    type: 'object',
    required: ['result'],
    additionalProperties: false,
    properties: { result: { const: 'ok' } },
  },
}

function event(name: string, fields: { [name: string]: JsonSchema }, required: string[]): JsonSchema {
  return {
    title: name,
    type: 'object',
    required: ['event', ...required],
    anyOf: [{ required: ['chat_id'] }, { required: ['client_id'] }],
    properties: {
      event: { const: name },
      ...target,
      ...fields,
    },
  }
}

function message(type: string, fields: { [name: string]: JsonSchema }, required: string[]): JsonSchema {
  return {
    title: type,
    type: 'object',
    required: ['type', ...required],
    properties: { type: { const: type }, ...fields },
  }
}

function contactFields(): { [name: string]: JsonSchema } {
  return { name: optionalWords, phone: optionalWords, email: optionalWords, description: optionalWords }
}

function contacts(): JsonSchema {
  return { type: 'object', description: 'The same fields, nested.', properties: contactFields() }
}

const parameters = [
  {
    name: 'providerId',
    in: 'path',
    required: true,
    schema: { type: 'string', maxLength: 255 },
  },
  {
    name: 'token',
    in: 'path',
    required: true,
    description: 'The token of the connected bot.',
    schema: { type: 'string', minLength: 1, maxLength: 1024 },
  },
]

/** Both prefixes work the same, but each operation needs its own name. */
export const botPaths: { [path: string]: PathItem } = {
  '/bot/webhooks/{providerId}/{token}': { parameters, post: sendBotEvent('sendBotEvent') },
  '/bot/providers/{providerId}/{token}': { parameters, post: sendBotEvent('sendAuthorizedBotEvent') },
}

function sendBotEvent(operationId: string): Operation {
  return {
    operationId,
    summary: 'Send an event of a bot',
    description:
      '200 means that the event has been processed and stored. A provider with authorization sends the access token to either prefix.',
    tags: ['Bot provider'],
    security: [{}, { accessToken: [] }],
    requestBody: {
      required: true,
      content: jsonContent(reference('BotInboundEvent'), botExamples()),
    },
    responses: {
      200: { description: 'Stored', content: jsonContent(reference('Accepted')) },
      ...errorResponses([
        'invalid_json',
        'invalid_request',
        'invalid_client',
        'unauthorized_client',
        'forbidden',
        'not_found',
        'chat_not_found',
        'event_not_supported',
        'payload_too_large',
        'unsupported_media_type',
        'too_many_requests',
      ]),
    },
  }
}

function botExamples() {
  const chat_id = '12'
  const buttons = [
    { id: 'y', text: 'Yes' },
    { id: 'n', text: 'No' },
  ]
  const say = (message: object) => ({ event: 'BOT_MESSAGE', id: '1', chat_id, message })
  return {
    text: say({ type: 'TEXT', text: 'It arrives today.' }),
    markdown: say({ type: 'MARKDOWN', content: 'It is **here**', text: 'It is here' }),
    buttons: say({ type: 'BUTTONS', title: 'Anything else?', text: 'Anything else? Yes / No', buttons }),
    clientInfo: { event: 'CLIENT_INFO', chat_id, name: 'Ann', email: 'ann@example.com' },
    inviteAgent: { event: 'INVITE_AGENT', id: '2', chat_id, reason: 'The visitor wants a refund.' },
  }
}
