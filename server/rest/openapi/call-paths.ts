import { errorResponses, jsonContent, type PathItem, reference } from './operation.ts'
import type { JsonSchema } from './schema-of.ts'

const anyId = { type: ['string', 'integer'], pattern: '\\S', maxLength: 255 }
const words: JsonSchema = { type: 'string' }

/** Schemas of reports and orders. Of a report, unknown fields are ignored, and invalid optional ones are dropped. */
export const callSchemas: { [name: string]: JsonSchema } = {
  CallReport: {
    type: 'object',
    required: ['status'],
    anyOf: [{ required: ['call_id'] }, { required: ['id'] }],
    properties: {
      call_id: { ...anyId, description: 'The `call_id` of the order.' },
      id: { ...anyId, description: 'Your own id of a call that you started.' },
      type: {
        enum: ['incoming', 'outgoing'],
        description: 'Of a call that you started: in its first report.',
      },
      phone: { ...words, description: 'The visitor’s number; empty if the caller withholds it.' },
      status: { enum: ['start', 'agent_connected', 'client_connected', 'end', 'error'] },
      reason: { ...words, description: 'With `error`: why. Only the first 500 characters are used.' },
      record_url: {
        ...words,
        description: 'With `end`: the http(s) address of the recording, up to 2000 characters.',
      },
      agent: { ...words, description: 'The e-mail address of the operator on the line.' },
      widget_id: {
        ...words,
        description: 'The public id of the channel of a call that you started.',
      },
      visitor_number: { ...anyId, description: 'The visitor’s number, if you know it.' },
    },
  },
  CallReportAnswer: {
    type: 'object',
    required: ['result', 'call_id'],
    additionalProperties: false,
    properties: { result: { const: 'ok' }, call_id: { type: 'string', format: 'uuid' } },
  },
  CallOrder: {
    type: 'object',
    required: ['event_name', 'call_id', 'widget_id', 'call', 'timestamp'],
    additionalProperties: false,
    properties: {
      event_name: { const: 'call_order' },
      call_id: { type: 'string', format: 'uuid', description: 'Name it in your reports.' },
      widget_id: { type: 'string', description: 'The public id of the channel.' },
      chat_id: { type: 'integer', description: 'The number of the visitor’s open chat.' },
      call: {
        type: 'object',
        required: ['type', 'phone', 'status'],
        additionalProperties: false,
        properties: {
          type: { const: 'callback' },
          phone: { type: 'string', description: 'The number to call, in E.164.' },
          status: { const: 'start' },
        },
      },
      visitor: {
        type: 'object',
        required: ['number', 'description'],
        additionalProperties: false,
        properties: { number: words, name: words, email: words, phone: words, description: words },
      },
      timestamp: { type: 'integer', description: 'When the call was requested: Unix time in seconds.' },
    },
  },
}

const call_id = '01a1fbd0-7b1e-7c55-9d0b-0f3d6ce9a6f1'
const tags = ['Calls']

export const callPaths: { [path: string]: PathItem } = {
  '/calls/{token}': {
    parameters: [
      {
        name: 'token',
        in: 'path',
        required: true,
        description: 'The secret part of the address for reports.',
        schema: { type: 'string', maxLength: 255 },
      },
    ],
    post: {
      operationId: 'reportCall',
      summary: 'Report the progress of a call',
      description:
        '200 means that the report is stored, or changes nothing because it is repeated, late or after the end.',
      tags,
      requestBody: {
        required: true,
        content: jsonContent(reference('CallReport'), {
          connected: { call_id, status: 'agent_connected', agent: 'mia@example.com' },
          end: { call_id, status: 'end', record_url: 'https://pbx.example.com/1.mp3' },
          error: { call_id, status: 'error', reason: 'Nobody answered.' },
          incoming: { id: 'pbx-7', type: 'incoming', phone: '+4930123456', status: 'start' },
        }),
      },
      responses: {
        200: { description: 'Stored', content: jsonContent(reference('CallReportAnswer')) },
        ...errorResponses([
          'invalid_json',
          'invalid_request',
          'unauthenticated',
          'not_found',
          'payload_too_large',
          'unsupported_media_type',
          'too_many_requests',
        ]),
      },
    },
  },
}

export const callWebhooks: { [name: string]: PathItem } = {
  callOrder: {
    post: {
      operationId: 'receiveCallOrder',
      summary: 'Orders for a telephone system',
      description:
        'Sent to the address in the settings, signed by Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). There are up to three attempts, 10 s apart, of up to 8 s each, with the same id and body; a 4xx other than 408, 425 and 429 refuses the call immediately.',
      tags,
      security: [],
      requestBody: {
        required: true,
        content: jsonContent(reference('CallOrder'), {
          callback: {
            event_name: 'call_order',
            call_id,
            widget_id: 'k3v9x2ma7q',
            chat_id: 12,
            call: { type: 'callback', phone: '+4930123456', status: 'start' },
            visitor: { number: '7', name: 'Ann', description: '' },
            timestamp: 1_795_219_200,
          },
        }),
      },
      responses: {
        '2XX': {
          description:
            'Accepted, unless the body is JSON with `error` or with a `result` other than `ok`: then the call fails with that reason.',
        },
      },
    },
  },
}
