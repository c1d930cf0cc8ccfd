import { fileTypes, ID_LENGTH, messageSchema, senderSchema } from '../channel-schema.ts'
import { errorResponses, jsonContent, type PathItem, reference } from './operation.ts'
import { type JsonSchema, pickProperties, schemaOf } from './schema-of.ts'

const fields = schemaOf(messageSchema)

/** The visitor's id, in both directions: replies use the form that was received last. */
export const visitorId: JsonSchema = {
  type: ['string', 'integer'],
  pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
  maxLength: ID_LENGTH,
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Identifies the visitor in your system. `42` and `"42"` are the same visitor.',
}

/** Schemas of A2 and of receipts. Unknown fields are ignored, and invalid optional ones are dropped. */
export const channelSchemas: { [name: string]: JsonSchema } = {
  VisitorMessage: {
    type: 'object',
    required: ['sender', 'message'],
    properties: {
      sender: {
        type: 'object',
        required: ['id'],
        description: 'Without an id, the message is ignored, and the answer is `ignored`.',
        properties: { id: visitorId, ...schemaOf(senderSchema).properties },
      },
      message: {
        oneOf: [
          {
            title: 'Text',
            ...message(['text'], ['id', 'text', 'button_id'], ['text']),
          },
          {
            title: 'File',
            ...message(Object.keys(fileTypes), fileFields(), ['file']),
          },
          {
            title: 'Location',
            ...message(
              ['location'],
              ['id', 'text', 'title', 'latitude', 'longitude'],
              ['latitude', 'longitude'],
            ),
          },
          { title: 'Typing', ...message(['typein', 'typeout'], [], []) },
        ],
      },
    },
  },
  VisitorMessageAnswer: {
    oneOf: [
      answer('Stored', { result: { const: 'ok' }, message_id: { type: 'string', format: 'uuid' } }),
      answer('Typing', { result: { const: 'ok' } }),
      answer('Ignored', { result: { const: 'ignored' }, reason: { const: 'sender_id_missing' } }),
    ],
  },
  MessageReceipt: answer('Receipt', {
    message_id: { type: 'string', format: 'uuid' },
    state: { enum: ['received', 'read'], description: '`read` when an operator has seen it.' },
    received_at: { type: 'string', format: 'date-time' },
  }),
}

function message(types: string[], names: string[], required: string[]): JsonSchema {
  const properties = pickProperties(fields, names)
  const text = required.includes('text') && { text: { ...properties.text, pattern: '\\S' } }
  return {
    type: 'object',
    required: ['type', ...required],
    properties: { type: { enum: types }, ...properties, ...text },
  }
}

function fileFields(): string[] {
  const elsewhere = ['button_id', 'latitude', 'longitude']
  return Object.keys(fields.properties ?? {}).filter((name) => !elsewhere.includes(name))
}

function answer(title: string, properties: { [name: string]: JsonSchema }): JsonSchema {
  return {
    title,
    type: 'object',
    required: Object.keys(properties),
    additionalProperties: false,
    properties,
  }
}

const tags = ['Chat channel']
const parameters = [
  {
    name: 'secret',
    in: 'path',
    required: true,
    description: 'The random string of the channel’s address, which is its credential.',
    schema: { type: 'string', maxLength: 255 },
  },
  {
    name: 'publicId',
    in: 'path',
    required: true,
    description: 'The SVC_PUBLIC_ID.',
    schema: { type: 'string', maxLength: 255 },
  },
]

export const channelPaths: { [path: string]: PathItem } = {
  '/channel/{secret}/{publicId}/status': {
    parameters,
    get: {
      operationId: 'getChannelStatus',
      summary: 'Check whether anyone is available',
      description:
        '1 when at least one operator of the channel is online, or when a bot answers on the channel and counts as available; otherwise, and while the channel is paused, 0.',
      tags,
      responses: {
        200: { description: '0 or 1', content: jsonContent({ type: 'integer', enum: [0, 1] }) },
        ...errorResponses(['not_found']),
      },
    },
  },
  '/channel/{secret}/{publicId}': {
    parameters,
    post: {
      operationId: 'sendVisitorMessage',
      summary: 'Send a visitor’s message',
      description:
        '200 means that the message is stored. A 4xx other than 408 (the request arrived too slowly) and 429 is permanent; retry after these and a 5xx. The body is read as JSON in UTF-8 whatever the Content-Type says, up to 256 KiB.',
      tags,
      parameters: [
        {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'For 24 hours, the same key and body get the first answer again; the same key with a different body gets 422.',
          schema: { type: 'string', maxLength: 255 },
        },
      ],
      requestBody: {
        required: true,
        content: jsonContent(reference('VisitorMessage'), visitorExamples()),
      },
      responses: {
        200: { description: 'Stored, or ignored', content: jsonContent(reference('VisitorMessageAnswer')) },
        ...errorResponses([
          'invalid_json',
          'invalid_request',
          'sender_id_invalid',
          'not_found',
          'payload_too_large',
          'unsupported_media_type',
          'idempotency_key_reused',
          'too_many_requests',
          'service_unavailable',
        ]),
      },
    },
  },
  '/channel/{secret}/{publicId}/messages/{messageId}': {
    parameters: [
      ...parameters,
      {
        name: 'messageId',
        in: 'path',
        required: true,
        description: 'The `message_id` of the answer.',
        schema: { type: 'string', format: 'uuid' },
      },
    ],
    get: {
      operationId: 'getMessageReceipt',
      summary: 'Get the state of a message',
      tags,
      responses: {
        200: { description: 'Its state', content: jsonContent(reference('MessageReceipt')) },
        ...errorResponses(['not_found']),
      },
    },
  },
}

function visitorExamples() {
  const sender = { id: '42' }
  const file = { file: 'https://example.com/files/1', file_name: 'file.bin', file_size: 48_213 }
  return {
    text: {
      sender: { ...sender, name: 'Ann', email: 'ann@example.com', url: 'https://example.com/pricing' },
      message: { type: 'text', id: 'm-1', text: 'Do you ship to Norway?' },
    },
    ...Object.fromEntries(
      Object.keys(fileTypes).map((type) => [type, { sender, message: { type, ...file } }]),
    ),
    location: { sender, message: { type: 'location', latitude: 59.91, longitude: 10.75 } },
    typein: { sender, message: { type: 'typein' } },
    typeout: { sender, message: { type: 'typeout' } },
  }
}
