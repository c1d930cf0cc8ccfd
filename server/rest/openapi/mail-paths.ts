import { errorResponses, jsonContent, type PathItem, reference } from './operation.ts'
import type { JsonSchema } from './schema-of.ts'

export const mailSchemas: { [name: string]: JsonSchema } = {
  ReceivedMail: {
    oneOf: [
      {
        type: 'object',
        required: ['result', 'message_ids'],
        additionalProperties: false,
        properties: {
          result: { const: 'ok' },
          message_ids: {
            type: 'array',
            items: { type: 'string', format: 'uuid' },
            description: 'The messages that it became. The same mail again has the same.',
          },
        },
      },
      {
        type: 'object',
        required: ['result', 'reason'],
        additionalProperties: false,
        properties: {
          result: { const: 'ignored' },
          reason: {
            enum: ['automatic', 'empty'],
            description: 'An automatic reply, or nothing but what it quotes.',
          },
        },
      },
    ],
  },
}

export const mailPaths: { [path: string]: PathItem } = {
  '/mail/replies': {
    post: {
      operationId: 'receiveMail',
      summary: 'Hand over a visitor’s answer to an e-mail',
      description:
        'For your mail server, if REPLY_ADDRESS and REPLY_SECRET are set. 200 means that the mail is stored, or is not an answer; do not hand it over again after a 4xx other than 408 and 429. The address that it was sent to says which conversation it belongs to.',
      tags: ['Mail'],
      security: [{ replySecret: [] }],
      parameters: [
        {
          name: 'recipient',
          in: 'query',
          description:
            'The address that it was delivered to. Without it, X-Original-To, Delivered-To, Envelope-To, To and Cc are read.',
          schema: { type: 'string' },
        },
      ],
      requestBody: {
        required: true,
        description: 'The mail as it came (RFC 5322), up to 4/3 of FILE_MAX_BYTES and 1 MiB.',
        content: { 'message/rfc822': { schema: { type: 'string' } } },
      },
      responses: {
        200: { description: 'Stored, or no answer', content: jsonContent(reference('ReceivedMail')) },
        ...errorResponses(['invalid_request', 'unauthenticated', 'not_found', 'payload_too_large']),
      },
    },
  },
}
