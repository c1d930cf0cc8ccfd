import { wireMediaSchema } from '../../domain/messages/wire-media.ts'
import { fileTypes } from '../channel-schema.ts'
import { visitorId } from './channel-paths.ts'
import { jsonContent, type PathItem, reference } from './operation.ts'
import { type JsonSchema, pickProperties, schemaOf } from './schema-of.ts'

const media = schemaOf(wireMediaSchema)
const messageId: JsonSchema = {
  type: 'string',
  format: 'uuid',
  description: 'The same in every attempt, so that a message that arrives twice can be recognized.',
}
const text: JsonSchema = { type: 'string', minLength: 1, description: 'Up to 4000 Unicode characters.' }

/** Schemas of A3. Switchboard sends exactly these fields. */
export const clientSchemas: { [name: string]: JsonSchema } = {
  ClientMessage: exactly(['sender', 'recipient', 'message'], {
    sender: exactly([], {
      name: { type: 'string', description: 'The name of the operator or bot; absent if they were deleted.' },
      photo: { type: 'string', format: 'uri', description: 'Absent if the sender has no photo.' },
    }),
    recipient: exactly(['id'], { id: visitorId }),
    message: {
      oneOf: [
        { title: 'Text', ...message(['text'], { text }, ['text']) },
        {
          title: 'File',
          ...message(Object.keys(fileTypes), { text, ...pickProperties(media, fileFields()) }, [
            'file',
            'file_name',
            'file_size',
          ]),
        },
        {
          title: 'Location',
          ...message(['location'], { text, ...pickProperties(media, ['latitude', 'longitude', 'title']) }, [
            'latitude',
            'longitude',
          ]),
        },
        { title: 'Typing', ...exactly(['type'], { type: { enum: ['typein', 'typeout'] } }) },
      ],
    },
  }),
  ClientAnswer: {
    oneOf: [
      {
        title: 'Accepted',
        type: 'object',
        required: ['result'],
        properties: { result: { type: 'string', pattern: '^[oO][kK]$' } },
      },
      {
        title: 'Rejected',
        type: 'object',
        required: ['error'],
        properties: {
          error: {
            type: 'object',
            properties: {
              code: {
                type: ['string', 'integer'],
                description: 'Your own code; with `silent`, the operator does not see the message.',
              },
              message: { type: 'string', description: 'Shown to the operator.' },
            },
          },
        },
      },
    ],
  },
}

export const clientWebhooks: { [name: string]: PathItem } = {
  clientMessage: {
    post: {
      operationId: 'receiveClientMessage',
      summary: 'Replies of operators and bots',
      description:
        'Sent to the channel’s server URL with `/<SVC_PUBLIC_ID>` appended to its path; a query string is kept. There are three attempts, 3 s apart, of up to 3 s each; a 4xx other than 429, or `{error}` with 200, ends them immediately. Typing notifications are sent once.',
      tags: ['Chat channel'],
      security: [],
      requestBody: {
        required: true,
        content: jsonContent(reference('ClientMessage'), clientExamples()),
      },
      responses: {
        200: {
          description:
            'Delivered with `result`, rejected with `error`. A channel can be set to count any 2xx as delivered.',
          content: jsonContent(reference('ClientAnswer'), {
            taken: { result: 'ok' },
            refused: { error: { code: 'blocked', message: 'This person has blocked you.' } },
          }),
        },
      },
    },
  },
}

function message(
  types: string[],
  properties: { [name: string]: JsonSchema },
  required: string[],
): JsonSchema {
  return exactly(['type', 'id', ...required], { type: { enum: types }, id: messageId, ...properties })
}

function fileFields(): string[] {
  return Object.keys(media.properties ?? {}).filter((name) => name !== 'latitude' && name !== 'longitude')
}

function exactly(required: string[], properties: { [name: string]: JsonSchema }): JsonSchema {
  return { type: 'object', required, additionalProperties: false, properties }
}

function clientExamples() {
  const id = '43de9b55-7f65-4ba4-b433-78df02401c7c'
  const sender = { name: 'Mia', photo: 'https://chat.example.com/files/3f' }
  const recipient = { id: '42' }
  const file = { file: 'https://chat.example.com/files/9c', file_name: 'label.pdf', file_size: 18_022 }
  return {
    text: { sender, recipient, message: { type: 'text', id, text: 'Yes, we do.' } },
    file: { sender: { name: 'Mia' }, recipient, message: { type: 'document', id, ...file } },
    location: { sender, recipient, message: { type: 'location', id, latitude: 59.91, longitude: 10.75 } },
    typein: { sender, recipient, message: { type: 'typein' } },
  }
}
