import { jsonContent, type PathItem, reference } from './operation.ts'
import type { JsonSchema } from './schema-of.ts'

/** Schemas of B2. Switchboard sends exactly these fields; descriptions say which profile they belong to. */
export const botEventSchemas: { [name: string]: JsonSchema } = {
  BotEvent: {
    type: 'object',
    required: ['event', 'id', 'client_id', 'chat_id'],
    additionalProperties: false,
    properties: {
      event: {
        enum: ['CLIENT_MESSAGE', 'AGENT_JOINED', 'AGENT_UNAVAILABLE', 'CHAT_CLOSED', 'AGENT_MESSAGE'],
        description: 'The last two in the profile `current` only.',
      },
      id: { type: 'string', description: 'The same in every attempt.' },
      client_id: { type: 'string', description: 'The visitor’s number.' },
      chat_id: { type: 'string' },
      message: {
        type: 'object',
        description: 'CLIENT_MESSAGE and AGENT_MESSAGE only.',
        required: ['type', 'text', 'timestamp'],
        additionalProperties: false,
        properties: {
          type: { const: 'TEXT' },
          text: { type: 'string', description: 'A file is sent as its address, a place as its coordinates.' },
          button_id: { type: 'string', description: 'The id of the button that the visitor pressed.' },
          agent_name: { type: 'string', description: 'AGENT_MESSAGE only: the name of the operator.' },
          timestamp: { type: 'integer', description: 'Unix time in seconds.' },
        },
      },
      site_id: { type: 'integer', description: 'Profiles `classic` and `current`: the account’s number.' },
      sender: {
        type: 'object',
        description: 'Profiles `classic` and `current`.',
        required: ['id', 'url'],
        additionalProperties: false,
        properties: {
          id: { type: 'integer', description: 'The visitor’s number.' },
          name: { type: 'string' },
          url: { type: 'string', description: 'The page that the visitor is on; empty if unknown.' },
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
        additionalProperties: false,
        properties: { id: { type: 'string' }, type: { type: 'string' } },
      },
    },
  },
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
            'Accepted. The body may be empty or anything; a BOT_MESSAGE or INVITE_AGENT event of this chat is processed as if it had been posted.',
        },
      },
    },
  },
}
