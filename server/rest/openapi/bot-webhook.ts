import { jsonContent, type PathItem, reference } from './operation.ts'
import type { JsonSchema } from './schema-of.ts'

type Properties = { [name: string]: JsonSchema }

const text: JsonSchema = { type: 'string' }
const message: JsonSchema = {
  type: 'object',
  required: ['type', 'text', 'timestamp'],
  properties: {
    type: { const: 'TEXT' },
    text: { ...text, description: 'A file is sent as its address, a place as its coordinates.' },
    timestamp: { type: 'integer', description: 'Unix time in seconds.' },
  },
}
const withFields = (fields: Properties): JsonSchema => ({
  ...message,
  properties: { ...message.properties, ...fields },
})

/** What the events have besides the fields of all. */
const events: { [event: string]: { description: string; message?: JsonSchema } } = {
  CLIENT_MESSAGE: {
    description: 'The visitor wrote.',
    message: withFields({
      button_id: { ...text, description: 'The id of the button that the visitor pressed.' },
    }),
  },
  AGENT_JOINED: { description: 'An operator took the chat.' },
  AGENT_UNAVAILABLE: { description: 'Nobody is there to take the chat.' },
  CHAT_CLOSED: { description: 'The chat was closed. In the profile `current` only.' },
  AGENT_MESSAGE: {
    description: 'An operator wrote. In the profile `current` only.',
    message: withFields({ agent_name: { ...text, description: 'The name of the operator.' } }),
  },
}
const common: Properties = {
  id: { ...text, description: 'The same in every attempt.' },
  client_id: { ...text, description: 'The visitor’s number.' },
  chat_id: text,
  site_id: { type: 'integer', description: 'Profiles `classic` and `current`: the account’s number.' },
  sender: {
    type: 'object',
    description: 'Profiles `classic` and `current`.',
    required: ['id', 'url'],
    properties: {
      id: { type: 'integer', description: 'The visitor’s number.' },
      name: text,
      url: { ...text, description: 'The page that the visitor is on; empty if unknown.' },
      has_contacts: {
        type: 'boolean',
        description: 'Profile `current`: whether a phone number or an e-mail address is known.',
      },
    },
  },
  agents_online: { type: 'boolean', description: 'Profile `current`.' },
  channel: {
    type: 'object',
    description: 'Profile `current`.',
    required: ['id', 'type'],
    properties: { id: text, type: text },
  },
}

const schemaName = (event: string) =>
  `${event.toLowerCase().replace(/(^|_)[a-z]/g, (start) => start.replace('_', '').toUpperCase())}BotEvent`

/** Schemas of B2; descriptions say which profile a field belongs to. */
export const botEventSchemas: Properties = {
  BotEvent: {
    description: 'Ignore fields and events that you do not know: new ones may be added.',
    oneOf: Object.keys(events).map((event) => reference(schemaName(event))),
    discriminator: {
      propertyName: 'event',
      mapping: Object.fromEntries(
        Object.keys(events).map((event) => [event, `#/components/schemas/${schemaName(event)}`]),
      ),
    },
  },
  ...Object.fromEntries(
    Object.entries(events).map(([event, { description, message: said }]) => [
      schemaName(event),
      {
        type: 'object',
        description,
        required: ['event', 'id', 'client_id', 'chat_id', ...(said ? ['message'] : [])],
        properties: { event: { const: event }, ...common, ...(said && { message: said }) },
      },
    ]),
  ),
}

export const botWebhooks: { [name: string]: PathItem } = {
  botEvent: {
    post: {
      operationId: 'receiveBotEvent',
      summary: 'Events for a bot',
      description:
        'Sent to the provider’s endpoint address with `/<token>` appended. With authorization, the `Authorization` header contains the access token. There are three attempts, 3 s apart, of up to 3 s each; then the operators get the chat.',
      tags: ['Bot provider'],
      security: [{}, { accessToken: [] }],
      requestBody: {
        required: true,
        content: jsonContent(reference('BotEvent'), {
          clientMessage: {
            event: 'CLIENT_MESSAGE',
            id: '01a1fbd0-7b1e-7c55-9d0b-0f3d6ce9a6f1',
            client_id: '7',
            chat_id: '12',
            message: { type: 'TEXT', text: 'Where is my parcel?', timestamp: 1_795_219_200 },
          },
        }),
      },
      responses: {
        '2XX': {
          description:
            'Accepted. The body may be empty or anything; a BOT_MESSAGE, INVITE_AGENT or CLIENT_INFO event of this chat is processed as if it had been posted.',
        },
      },
    },
  },
}
