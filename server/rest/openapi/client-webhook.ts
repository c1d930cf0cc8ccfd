import { mediaSchema } from '../../domain/messages/media.ts'
import { fileTypes } from '../channel-schema.ts'
import { visitorId } from './channel-paths.ts'
import { jsonContent, type PathItem, reference } from './operation.ts'
import { type JsonSchema, pickProperties, schemaOf } from './schema-of.ts'

const media = schemaOf(mediaSchema)
const messageId: JsonSchema = {
  type: 'string',
  format: 'uuid',
  description: 'The same in every attempt: what arrives twice is one message.',
}
const text: JsonSchema = { type: 'string', minLength: 1, description: 'Up to 4000 Unicode characters.' }

/** Schemas of A3. Switchboard sends exactly these fields. */
export const clientSchemas: { [name: string]: JsonSchema } = {
  ClientMessage: exactly(['sender', 'recipient', 'message'], {
    sender: exactly([], {
      name: { type: 'string', description: 'The operator or the bot; absent when they were deleted.' },
      photo: { type: 'string', format: 'uri', description: 'Absent when the sender has no picture.' },
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
        title: 'Taken',
        type: 'object',
        required: ['result'],
        properties: { result: { type: 'string', pattern: '^[oO][kK]$' } },
      },
      {
        title: 'Refused',
        type: 'object',
        required: ['error'],
        properties: {
          error: {
            type: 'object',
            properties: {
              code: {
                type: ['string', 'integer'],
                description: 'A code of your own; `silent` keeps the message from the operator.',
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
      summary: 'What operators and bots answer',
      description:
        'Sent to the channel’s server URL with `/<SVC_PUBLIC_ID>` behind its path; a query of the URL stays behind that. Three attempts, 3 s apart, 3 s each; a 4xx and `{error}` with 200 end them at once, and typing notifications are sent once.',
      tags: ['Chat channel'],
      security: [],
      requestBody: {
        required: true,
        content: jsonContent(reference('ClientMessage'), clientExamples()),
      },
      responses: {
        200: {
          description:
            'Delivered with `result`, refused with `error`. A channel can be set to count any 2xx as delivered.',
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
