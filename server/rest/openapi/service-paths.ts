import {
  archiveExportPath,
  callExportPath,
  offlineMessageExportPath,
  replyExportPath,
  reportExportPath,
  visitorExportPath,
} from './archive-export-path.ts'
import { errorResponses, jsonContent, type PathItem, reference } from './operation.ts'
import type { JsonSchema } from './schema-of.ts'

const pixels: JsonSchema = { type: ['integer', 'null'], description: 'In pixels, for pictures.' }

export const fileSchemas: { [name: string]: JsonSchema } = {
  StoredFile: {
    type: 'object',
    required: ['id', 'name', 'size', 'contentType', 'mediaType', 'url'],
    properties: {
      id: { type: 'string', description: 'Pass it to the mutations `sendMessage` and `updateProfile`.' },
      name: { type: 'string' },
      size: { type: 'integer', minimum: 0, description: 'In bytes.' },
      contentType: { type: 'string' },
      mediaType: { enum: ['VIDEO', 'AUDIO', 'VOICE', 'PHOTO', 'STICKER', 'DOCUMENT'] },
      url: { type: 'string', format: 'uri' },
      thumbUrl: { type: ['string', 'null'], format: 'uri', description: 'A picture 320 pixels wide.' },
      width: pixels,
      height: pixels,
      duration: { type: ['integer', 'null'], description: 'In seconds, for recordings.' },
    },
  },
  Health: {
    type: 'object',
    required: ['status'],
    properties: { status: { const: 'ok' } },
  },
  Readiness: {
    type: 'object',
    required: ['status'],
    properties: {
      status: { enum: ['ok', 'degraded', 'stopping', 'unavailable'] },
      stores: { type: 'object', description: '`ok` or `away` for each store.' },
    },
  },
}

const health = { tags: ['Health'], security: [] }

export const servicePaths: { [path: string]: PathItem } = {
  '/files': {
    post: {
      operationId: 'uploadFile',
      summary: 'Upload a file of an operator',
      description:
        'With the session cookie, the header `x-graphql-yoga-csrf` is required; with a token it is not.',
      tags: ['Files'],
      security: [{ session: [] }, { apiToken: [] }],
      parameters: [
        {
          name: 'x-graphql-yoga-csrf',
          in: 'header',
          description: 'Any value. Pages of other origins cannot send this header.',
          schema: { type: 'string' },
        },
        {
          name: 'x-switchboard-operator',
          in: 'header',
          description:
            'The GraphQL id of the operator for whom the page was made. 401 when the session is of somebody else.',
          schema: { type: 'string' },
        },
      ],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file'],
              properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
            },
          },
        },
      },
      responses: {
        201: { description: 'Stored', content: jsonContent(reference('StoredFile')) },
        ...errorResponses([
          'invalid_request',
          'unauthenticated',
          'forbidden',
          'payload_too_large',
          'unsupported_media_type',
          'disk_full',
        ]),
      },
    },
  },
  '/files/{key}': {
    get: {
      operationId: 'getFile',
      summary: 'Get a file; anyone who knows the address can',
      tags: ['Files'],
      parameters: [
        { name: 'key', in: 'path', required: true, schema: { type: 'string', maxLength: 255 } },
        {
          name: 'Range',
          in: 'header',
          description: 'One range of bytes (RFC 9110, section 14).',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: { description: 'The whole file', content: { '*/*': { schema: {} } } },
        206: { description: 'The requested range', content: { '*/*': { schema: {} } } },
        416: { description: 'The file has no such range; `Content-Range` states its size.' },
        ...errorResponses(['not_found']),
      },
    },
  },
  '/archive/export': archiveExportPath,
  '/archive/calls/export': callExportPath,
  '/archive/offline-messages/export': offlineMessageExportPath,
  '/canned-replies/export': replyExportPath,
  '/reports/export': reportExportPath,
  '/visitors/{visitorId}/export': visitorExportPath,
  '/healthz': {
    get: {
      ...health,
      operationId: 'getHealth',
      summary: 'Check whether the process is alive',
      responses: { 200: { description: 'Yes', content: jsonContent(reference('Health')) } },
    },
  },
  '/readyz': {
    get: {
      ...health,
      operationId: 'getReadiness',
      summary: 'Check whether the process can work',
      responses: {
        200: { description: 'Yes', content: jsonContent(reference('Readiness')) },
        503: { description: 'Not now', content: jsonContent(reference('Readiness')) },
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'getMetrics',
      summary: 'Get metrics for Prometheus',
      tags: ['Health'],
      security: [{}, { metricsToken: [] }],
      responses: {
        200: { description: 'Prometheus text', content: { 'text/plain': { schema: { type: 'string' } } } },
        ...errorResponses(['unauthenticated', 'forbidden']),
      },
    },
  },
}
